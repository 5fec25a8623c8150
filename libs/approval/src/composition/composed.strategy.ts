import type { ToolCallback } from 'toolgate/tool';
import { type Approve, ToolApprovalStrategy } from '../tool-approval.strategy.js';

/** A strategy made of others, under the name of the function that makes it. Its decisions tell their trace themselves. */
export class ComposedStrategy extends ToolApprovalStrategy {
  constructor(
    readonly name: string,
    readonly approve: Approve,
    private readonly words: (tool: ToolCallback) => string | undefined,
    override readonly timeoutMs?: number,
  ) {
    super();
  }

  override describe(tool: ToolCallback): string | undefined {
    return this.words(tool);
  }
}
