import { redactSecrets } from '#core';
import { ToolApprovalException } from '../errors/approval.errors.js';
import { askProblem, describeInvalidDecision, rejectProblem } from '../strategy/decision-problem.js';
import type { ApprovalTraceEntry, ToolApprovalDecision } from '../strategy/tool-approval-decision.js';
import { isTrace } from './is-trace.js';
import type { Part } from './part.js';

/** The answer of one part, and its trace entries. */
export type Answer =
  | {
      readonly type: 'decided';
      readonly decision: ToolApprovalDecision;
      readonly trace: readonly ApprovalTraceEntry[];
    }
  | {
      readonly type: 'failed';
      /** The error, with the name of the strategy that failed. */
      readonly problem: string;
      readonly cause: unknown;
      readonly trace: readonly ApprovalTraceEntry[];
    };

/** Returns the answer for the decision of a part. An invalid decision is a failure. */
export const toAnswer = (part: Part, decision: ToolApprovalDecision): Answer => {
  const problem = decisionProblem(decision);
  if (problem) return toFailure(part, new Error(problem));
  const { trace } = decision;
  return {
    type: 'decided',
    decision,
    trace: isTrace(trace) ? traceWithinPart(part, trace) : [partEntry(part, decision)],
  };
};

/** Returns the answer for a part that threw, timed out, or returned an invalid decision. */
export const toFailure = (part: Part, cause: unknown): Answer => {
  const problem = failureProblem(cause);
  if (cause instanceof ToolApprovalException && isTrace(cause.trace)) {
    return { type: 'failed', problem, cause: cause.cause, trace: traceWithinPart(part, cause.trace) };
  }
  const { name, within } = part;
  const entry: ApprovalTraceEntry = {
    strategy: name,
    decision: 'error',
    reason: redactSecrets(String(problem)),
    within,
  };
  return { type: 'failed', problem: `${name}: ${problem}`, cause, trace: [entry] };
};

const failureProblem = (cause: unknown): string => {
  if (cause instanceof ToolApprovalException) return cause.problem;
  return cause instanceof Error ? cause.message : 'it threw a value that is not an Error';
};

const decisionProblem = (decision: ToolApprovalDecision | undefined | null): string | undefined => {
  switch (decision?.type) {
    case 'approve':
    case 'abstain':
      return undefined;
    case 'reject':
      return rejectProblem(decision);
    case 'ask':
      return askProblem(decision);
    default:
      return describeInvalidDecision('it', decision);
  }
};

const partEntry = (part: Part, decision: ToolApprovalDecision): ApprovalTraceEntry => {
  if (decision.type === 'abstain') return part.abstained;
  const reason = decision.reason ?? (decision.type === 'ask' ? decision.requirement?.message : undefined);
  if (typeof reason === 'string') {
    return { strategy: part.name, decision: decision.type, reason, within: part.within };
  }
  return decision.type === 'approve'
    ? part.approved
    : { strategy: part.name, decision: decision.type, within: part.within };
};

const traceWithinPart = ({ traceWithin }: Part, trace: readonly ApprovalTraceEntry[]): readonly ApprovalTraceEntry[] =>
  trace.map(({ strategy, decision, reason, within }) => ({
    strategy,
    decision,
    ...(reason !== undefined && { reason }),
    within: within ? [...traceWithin, ...within] : traceWithin,
  }));
