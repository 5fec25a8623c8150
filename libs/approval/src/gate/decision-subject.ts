import type { PreparedCall } from 'toolgate/tool';
import { type ApprovalQuestion, ToolApprovalContext } from '../strategy/tool-approval-context.js';

/** One call of a batch to decide, and the context that its strategy and the auditors receive. */
export class DecisionSubject {
  private created: ToolApprovalContext | undefined = undefined;

  constructor(
    readonly call: PreparedCall,
    private readonly batch: readonly PreparedCall[],
    private readonly question: ApprovalQuestion,
  ) {}

  // Created on first use: calls that no strategy decides need none.
  get context(): ToolApprovalContext {
    return (this.created ??= new ToolApprovalContext(this.call, this.batch, this.question));
  }
}
