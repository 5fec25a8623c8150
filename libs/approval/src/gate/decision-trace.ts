import { redactSecrets } from '#core';
import { ComposedStrategy } from '../composition/composed.strategy.js';
import { isTrace } from '../composition/is-trace.js';
import { strategyNameOf } from '../composition/strategy-words.js';
import { ToolApprovalException } from '../errors/approval.errors.js';
import type { ApprovalTraceEntry, ToolApprovalDecision } from '../strategy/tool-approval-decision.js';
import type { ToolApprovalStrategy } from '../strategy/tool-approval.strategy.js';

type Trace = readonly ApprovalTraceEntry[];

/** Returns the trace of a decision: the strategy's own trace, or one entry with its decision. */
export const traceOf = (strategy: ToolApprovalStrategy, decision: ToolApprovalDecision): Trace => {
  const { type, trace } = decision;
  if (isTrace(trace)) return strategy instanceof ComposedStrategy ? trace : trace.map(plain);
  const stated = type === 'abstain' ? undefined : decision.reason;
  const reason = stated ?? (type === 'ask' ? decision.requirement?.message : undefined);
  return [strategyEntry(strategy, type, reason)];
};

/** Returns the trace of an error: the strategy that failed, and why, without secrets, because approvers read it. */
export const traceOfError = (strategy: ToolApprovalStrategy, cause: unknown): Trace => {
  if (!(cause instanceof ToolApprovalException)) {
    return [
      strategyEntry(strategy, 'error', cause instanceof Error ? redactSecrets(String(cause.message)) : undefined),
    ];
  }
  return isTrace(cause.trace) ? cause.trace : [strategyEntry(strategy, 'error', redactSecrets(String(cause.problem)))];
};

const strategyEntry = (
  strategy: ToolApprovalStrategy,
  decision: ApprovalTraceEntry['decision'],
  reason: unknown,
): ApprovalTraceEntry => ({
  strategy: strategyNameOf(strategy),
  decision,
  ...(typeof reason === 'string' && { reason }),
});

// The trace is stored as JSON, and the strategy of an application may add other properties.
const plain = ({ strategy, decision, reason, within }: ApprovalTraceEntry): ApprovalTraceEntry => ({
  strategy,
  decision,
  ...(reason !== undefined && { reason }),
  ...(within && { within: [...within] }),
});
