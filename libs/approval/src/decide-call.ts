import { isPromiseLike, type PreparedCall, type Turn, type Verdict } from 'toolgate/tool';
import { ToolApprovalException } from './approval.errors.js';
import { ToolApprovalContext } from './tool-approval-context.js';
import type { ToolApprovalEvent } from './tool-approval.auditor.js';
import type { ToolApprovalDecision } from './tool-approval-decision.js';
import type { ToolApprovalStrategy } from './tool-approval.strategy.js';
import { RUN, verdictOf } from './verdict-of.js';
import { withinTime } from './within-time.js';

/** What was found for one call: what the gate says, or why it cannot, and what the auditors are told. */
export type Ruling = { readonly event: ToolApprovalEvent } & (
  | { readonly type: 'verdict'; readonly verdict: Verdict }
  | { readonly type: 'error'; readonly error: ToolApprovalException }
);

/** Rules on one call. Waits only where the strategy does, and never rejects: an error is a ruling too. */
export const decideCall = (
  call: PreparedCall,
  batch: readonly PreparedCall[],
  turn: Turn,
  { strategy, timeoutMs }: { readonly strategy: ToolApprovalStrategy; readonly timeoutMs: number },
): Ruling | Promise<Ruling> => {
  const { callback: tool, input: args } = call;
  const context = new ToolApprovalContext(call, batch, turn.round);
  const told = { tool, args, context };
  if (tool.metadata.requiresApproval === false) {
    return { type: 'verdict', verdict: RUN, event: { ...told, outcome: 'bypassed' } };
  }
  const rule = (decision: ToolApprovalDecision): Ruling => {
    const verdict = verdictOf(decision, tool);
    const { reason, metadata } = { ...decision, ...verdict } as {
      reason?: string;
      metadata?: ToolApprovalEvent['metadata'];
    };
    const outcome = verdict.type === 'run' ? 'approved' : 'rejected';
    return { type: 'verdict', verdict, event: { ...told, outcome, reason, metadata } };
  };
  const fail = (cause: unknown): Ruling => {
    const error = asApprovalException(tool.definition.name, cause);
    return { type: 'error', error, event: { ...told, outcome: 'error', error } };
  };
  try {
    const decision = strategy.approve(tool, args, context);
    if (!isPromiseLike(decision)) return rule(decision);
    return withinTime(decision, strategy.timeoutMs ?? timeoutMs, turn.signal)
      .then(rule)
      .catch(fail);
  } catch (cause) {
    return fail(cause);
  }
};

const asApprovalException = (toolName: string, cause: unknown): ToolApprovalException => {
  if (cause instanceof ToolApprovalException) return cause;
  return new ToolApprovalException(
    toolName,
    cause instanceof Error ? cause.message : 'the strategy threw no Error',
    cause,
  );
};
