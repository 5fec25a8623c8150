import type { JsonObject } from 'toolgate/model';
import { isPromiseLike, type PreparedCall, type TurnAbort, type Verdict } from 'toolgate/tool';
import { ToolApprovalException } from './approval.errors.js';
import type { ToolApprovalContext } from './tool-approval-context.js';
import type { ToolApprovalDecision } from './tool-approval-decision.js';
import type { ToolApprovalStrategy } from './tool-approval.strategy.js';
import { RUN, verdictOf } from './verdict-of.js';
import { withinTime } from './within-time.js';

/** What was found for one call: what the gate says, and why; or why it cannot say. */
export type Ruling =
  | {
      readonly type: 'verdict';
      readonly verdict: Verdict;
      readonly outcome: 'approved' | 'rejected' | 'bypassed';
      readonly reason?: string;
      readonly metadata?: JsonObject;
    }
  | { readonly type: 'error'; readonly error: ToolApprovalException };

const BYPASSED: Ruling = { type: 'verdict', verdict: RUN, outcome: 'bypassed' };
const APPROVED: Ruling = { type: 'verdict', verdict: RUN, outcome: 'approved' };

/** Rules on one call. Waits only where the strategy does, and never rejects: an error is a ruling too. */
export const decideCall = (
  { callback, input }: PreparedCall,
  context: ToolApprovalContext,
  strategy: ToolApprovalStrategy,
  { timeoutMs, abort }: { readonly timeoutMs: number; readonly abort: TurnAbort | undefined },
): Ruling | Promise<Ruling> => {
  const fail = (cause: unknown): Ruling => ({ type: 'error', error: toException(callback.definition.name, cause) });
  try {
    if (callback.metadata.requiresApproval === false) return BYPASSED;
    const decision = strategy.approve(callback, input, context);
    if (!isPromiseLike(decision)) return rule(decision, callback);
    return withinTime(decision, strategy.timeoutMs ?? timeoutMs, abort)
      .then((settled) => rule(settled, callback))
      .catch(fail);
  } catch (cause) {
    return fail(cause);
  }
};

const rule = (decision: ToolApprovalDecision, callback: PreparedCall['callback']): Ruling => {
  const verdict = verdictOf(decision, callback);
  if (verdict.type === 'reject') return { ...verdict, type: 'verdict', verdict, outcome: 'rejected' };
  if (decision.type !== 'approve' || (!decision.reason && !decision.metadata)) return APPROVED;
  return { ...decision, type: 'verdict', verdict, outcome: 'approved' };
};

const toException = (toolName: string, cause: unknown): ToolApprovalException => {
  if (cause instanceof ToolApprovalException) return cause;
  const what = cause instanceof Error ? cause.message : 'the strategy threw no Error';
  return new ToolApprovalException(toolName, what, cause);
};
