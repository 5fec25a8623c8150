import { ComposedStrategy } from './composition/composed.strategy.js';
import { isTrace } from './composition/is-trace.js';
import { strategyNameOf } from './composition/strategy-name-of.js';
import { ToolApprovalException } from './approval.errors.js';
import type { ApprovalTraceEntry, ToolApprovalDecision } from './tool-approval-decision.js';
import type { ToolApprovalStrategy } from './tool-approval.strategy.js';

type Trace = readonly ApprovalTraceEntry[];

/** Which strategy said what on the way to a decision: its own trace, or the one thing it said. */
export const traceOf = (strategy: ToolApprovalStrategy, decision: ToolApprovalDecision): Trace => {
  const { type, trace } = decision;
  if (isTrace(trace)) return strategy instanceof ComposedStrategy ? trace : trace.map(plain);
  const said = type === 'abstain' ? undefined : decision.reason;
  const reason = said ?? (type === 'ask' ? decision.requirement?.message : undefined);
  return [entryOf(strategy, type, reason)];
};

/** Which strategy failed, and of what. */
export const traceOfError = (strategy: ToolApprovalStrategy, cause: unknown): Trace => {
  if (!(cause instanceof ToolApprovalException)) {
    return [entryOf(strategy, 'error', cause instanceof Error ? cause.message : undefined)];
  }
  return isTrace(cause.trace) ? cause.trace : [entryOf(strategy, 'error', cause.problem)];
};

const entryOf = (
  strategy: ToolApprovalStrategy,
  decision: ApprovalTraceEntry['decision'],
  reason: unknown,
): ApprovalTraceEntry => ({
  strategy: strategyNameOf(strategy),
  decision,
  ...(typeof reason === 'string' && { reason }),
});

// It is stored as JSON, and a strategy of an application may bring more.
const plain = ({ strategy, decision, reason, within }: ApprovalTraceEntry): ApprovalTraceEntry => ({
  strategy,
  decision,
  ...(reason !== undefined && { reason }),
  ...(within && { within: [...within] }),
});
