import { type Approve, ToolApprovalStrategy } from '../tool-approval.strategy.js';

/** A strategy made of others, under the name of the function that makes it. Its decisions tell their trace themselves. */
export class ComposedStrategy extends ToolApprovalStrategy {
  constructor(
    readonly name: string,
    readonly approve: Approve,
    override readonly timeoutMs?: number,
  ) {
    super();
  }
}
