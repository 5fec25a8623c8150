import type { JsonObject } from 'toolgate/model';
import { isPromiseLike, type PreparedCall, type TurnAbort, type Verdict } from 'toolgate/tool';
import { ToolApprovalException } from './approval.errors.js';
import type { ToolApprovalContext } from './tool-approval-context.js';
import { definitionHashOf } from './records/definition-hash-of.js';
import { hashOf } from './records/canonical-json.js';
import type { ApprovalTraceEntry, ToolApprovalDecision } from './tool-approval-decision.js';
import type { ToolApprovalStrategy } from './tool-approval.strategy.js';
import { RUN, verdictOf } from './verdict-of.js';
import { withinTime } from './within-time.js';

/** What was found for one call: what the gate says, and why; or why it cannot say. */
export type Ruling =
  | {
      readonly type: 'verdict';
      readonly verdict: Verdict;
      readonly outcome: 'approved' | 'rejected' | 'asked' | 'bypassed';
      readonly reason?: string;
      readonly metadata?: JsonObject;
      readonly trace?: readonly ApprovalTraceEntry[];
    }
  | { readonly type: 'error'; readonly error: ToolApprovalException };

/** What bounds a decision. */
export interface DecisionLimits {
  readonly timeoutMs: number;
  readonly abort: TurnAbort | undefined;
  /** Whether a person can be asked. */
  readonly canAsk: boolean;
}

const BYPASSED: Ruling = { type: 'verdict', verdict: RUN, outcome: 'bypassed' };
const APPROVED: Ruling = { type: 'verdict', verdict: RUN, outcome: 'approved' };

/** Rules on one call. Waits only where the strategy does, and never rejects: an error is a ruling too. */
export const decideCall = (
  call: PreparedCall,
  context: ToolApprovalContext,
  strategy: ToolApprovalStrategy,
  { timeoutMs, abort, canAsk }: DecisionLimits,
): Ruling | Promise<Ruling> => {
  const { callback, input, kept } = call;
  const fail = (cause: unknown): Ruling => ({ type: 'error', error: toException(callback.definition.name, cause) });
  try {
    const changed = kept && whatChanged(call);
    if (changed) return rejectedFor(changed);
    if (callback.metadata.requiresApproval === false) return BYPASSED;
    const decision = strategy.approve(callback, input, context);
    if (!isPromiseLike(decision)) return rule(decision, call, canAsk);
    return withinTime(decision, strategy.timeoutMs ?? timeoutMs, abort)
      .then((settled) => rule(settled, call, canAsk))
      .catch(fail);
  } catch (cause) {
    return fail(cause);
  }
};

const rule = (decision: ToolApprovalDecision, call: PreparedCall, canAsk: boolean): Ruling => {
  const verdict = verdictOf(decision, call, canAsk);
  const { trace } = decision;
  if (verdict.type === 'reject')
    return { ...verdict, ...(trace && { trace }), type: 'verdict', verdict, outcome: 'rejected' };
  if (verdict.type === 'ask') {
    const { reason, metadata } = verdict;
    return { type: 'verdict', verdict, outcome: 'asked', ...toldOf({ reason, metadata, trace }) };
  }
  if (decision.type !== 'approve' || (!decision.reason && !decision.metadata && !trace)) return APPROVED;
  return { ...decision, type: 'verdict', verdict, outcome: 'approved' };
};

const toldOf = ({
  reason,
  metadata,
  trace,
}: Pick<Extract<Ruling, { type: 'verdict' }>, 'reason' | 'metadata' | 'trace'>) => ({
  ...(reason !== undefined && { reason }),
  ...(metadata && { metadata }),
  ...(trace && { trace }),
});

const rejectedFor = (reason: string): Ruling => ({
  type: 'verdict',
  verdict: { type: 'reject', reason },
  outcome: 'rejected',
  reason,
});

// What was approved is a tool as it was and arguments as they were.
const whatChanged = (call: PreparedCall): string | undefined => {
  const { definitionHash, argsHash } = call.kept!;
  if (definitionHash !== definitionHashOf(call)) return 'the tool has changed since it was decided';
  return argsHash === hashOf(call.input) ? undefined : 'its arguments are checked differently since it was decided';
};

const toException = (toolName: string, cause: unknown): ToolApprovalException => {
  if (cause instanceof ToolApprovalException) return cause;
  const what = cause instanceof Error ? cause.message : 'the strategy threw no Error';
  return new ToolApprovalException(toolName, what, cause);
};
