import { type TurnAbort, defined, isPromiseLike } from '#core';
import type { JsonObject } from 'toolgate/model';
import type { PreparedCall, SavedCall, Verdict } from 'toolgate/tool';
import { isNameless, strategyNameOf } from '../composition/strategy-words.js';
import { ToolApprovalException } from '../errors/approval.errors.js';
import type { ApprovalPhase } from '../strategy/tool-approval-context.js';
import { definitionHashOf } from '../records/definition-hash.js';
import { hashOf } from '../records/canonical-json.js';
import type { ApprovalTraceEntry, ToolApprovalDecision } from '../strategy/tool-approval-decision.js';
import { AlwaysApproveStrategy } from '../strategy/always-approve.strategy.js';
import type { ToolApprovalStrategy } from '../strategy/tool-approval.strategy.js';
import type { DecisionSubject } from './decision-subject.js';
import { traceOf, traceOfError } from './decision-trace.js';
import { RUN, verdictOf } from './verdict.js';
import { withinTime } from '../strategy/within-time.js';

/** When a decision began, in milliseconds since 1970, and how long it took. Absent if no auditor listens. */
interface DecisionTime {
  readonly startedAt?: number;
  readonly durationMs?: number;
}

/** The outcome of a decision: the verdict and its reason, or the error that prevented it. */
export type Ruling =
  | (DecisionTime & {
      readonly type: 'verdict';
      readonly verdict: Verdict;
      readonly outcome: 'approved' | 'rejected' | 'asked' | 'bypassed';
      readonly reason?: string;
      readonly metadata?: JsonObject;
      readonly trace?: readonly ApprovalTraceEntry[];
    })
  | (DecisionTime & {
      readonly type: 'error';
      readonly error: ToolApprovalException;
      readonly trace: readonly ApprovalTraceEntry[];
    });

/** The limits of a decision. */
export interface DecisionLimits {
  readonly timeoutMs: number;
  readonly abort: TurnAbort | undefined;
  /** Whether a turn can wait for a person. */
  readonly canAsk: boolean;
  /** Whether the application has a strategy. Without one a person decides guarded methods. */
  readonly hasStrategy: boolean;
  /** Whether an auditor listens, so that approvals are reported too. */
  readonly isAudited: boolean;
}

const BYPASSED: Ruling = { type: 'verdict', verdict: RUN, outcome: 'bypassed' };
const ABSTAIN: ToolApprovalDecision = { type: 'abstain' };
const APPROVED: Ruling = { type: 'verdict', verdict: RUN, outcome: 'approved' };

/** Decides one call. It waits only if the strategy does, and its promise never rejects: an error is a ruling too. */
export const decideCall = (
  subject: DecisionSubject,
  strategy: ToolApprovalStrategy,
  limits: DecisionLimits,
): Ruling | Promise<Ruling> => {
  const { call } = subject;
  const { callback, input, saved } = call;
  try {
    const changed = saved && whatChanged(call, saved);
    if (changed) return rejectedFor(changed);
    const again = saved && questionAfterChange(call);
    if (callback.metadata.requiresApproval === false) return again ? askedAs(again) : BYPASSED;
    const isGuarded = callback.metadata.guard !== undefined;
    // Without a strategy, every call runs, except that a person decides guarded methods. If the requester cannot be
    // identified, another strategy takes this place, and fails.
    const isUndecided = !limits.hasStrategy && strategy instanceof AlwaysApproveStrategy;
    if (isUndecided && !isGuarded && !saved && !limits.isAudited) return APPROVED;
    const { context } = subject;
    const decision = isGuarded && !limits.hasStrategy ? ABSTAIN : strategy.approve(callback, input, context);
    const setting = { call, strategy, limits, phase: context.phase, again };
    return isPromiseLike(decision) ? ruleLater(decision, setting) : rule(decision, setting);
  } catch (cause) {
    return failed(call, strategy, cause);
  }
};

const ruleLater = async (decision: PromiseLike<ToolApprovalDecision>, setting: DecisionSetting): Promise<Ruling> => {
  const { call, strategy, limits } = setting;
  try {
    return rule(await withinTime(decision, strategy.timeoutMs ?? limits.timeoutMs, limits.abort), setting);
  } catch (cause) {
    return failed(call, strategy, cause);
  }
};

const failed = ({ callback }: PreparedCall, strategy: ToolApprovalStrategy, cause: unknown): Ruling => ({
  type: 'error',
  error: toException(callback.definition.name, strategy, cause),
  trace: traceOfError(strategy, cause),
});

interface DecisionSetting {
  readonly call: PreparedCall;
  readonly strategy: ToolApprovalStrategy;
  readonly limits: DecisionLimits;
  readonly phase: ApprovalPhase;
  /** The question that remains if the strategy has none of its own: the tool has changed since a person was asked. */
  readonly again: SavedCall['again'];
}

const rule = (decision: ToolApprovalDecision, { call, strategy, limits, phase, again }: DecisionSetting): Ruling => {
  const { canAsk, isAudited } = limits;
  const verdict = verdictOf(decision, call, { canAsk, phase, strategy, again });
  if (verdict.type === 'run' && !isAudited) return APPROVED;
  const trace = traceOf(strategy, decision);
  switch (verdict.type) {
    case 'reject':
      return { ...verdict, trace, type: 'verdict', verdict, outcome: 'rejected' };
    case 'ask':
      // The trace is saved; no auditor may change it.
      freezeTrace(trace);
      return { ...detailsOf(verdict), trace, type: 'verdict', verdict: { ...verdict, trace }, outcome: 'asked' };
    default:
      return {
        ...(decision.type === 'approve' && detailsOf(decision)),
        trace,
        type: 'verdict',
        verdict,
        outcome: 'approved',
      };
  }
};

const freezeTrace = (trace: readonly ApprovalTraceEntry[]): void => {
  Object.freeze(trace);
  for (const entry of trace) {
    Object.freeze(entry);
    Object.freeze(entry.within);
  }
};

const detailsOf = ({ reason, metadata }: { readonly reason?: string; readonly metadata?: JsonObject }) =>
  defined({ reason, metadata });

const rejectedFor = (reason: string): Ruling => ({
  type: 'verdict',
  verdict: { type: 'reject', reason },
  outcome: 'rejected',
  reason,
});

const askedAs = (question: NonNullable<SavedCall['again']>): Ruling => ({
  ...detailsOf(question),
  type: 'verdict',
  verdict: question,
  outcome: 'asked',
});

// An approval covers one definition of the tool, one set of arguments and one answer.
const whatChanged = (call: PreparedCall, saved: SavedCall): string | undefined => {
  const { input, definitionHash, argsHash, answer, answerHash } = saved;
  if (answerHash !== (answer === undefined ? undefined : hashOf(answer))) return 'its stored answer was altered';
  if (input && argsHash !== hashOf(input)) return 'its stored arguments were altered';
  if (definitionHash === undefined) return NEVER_DECIDED;
  // A changed definition may validate the arguments differently. A person is then asked about the arguments as it
  // validates them.
  if (definitionHash !== definitionHashOf(call)) return questionAfterChange(call) ? undefined : TOOL_CHANGED;
  return argsHash === hashOf(call.input) ? undefined : 'its arguments are validated differently since the decision';
};

// The requester's answer takes the place of a client tool's body, so no approver is asked about it.
const questionAfterChange = (call: PreparedCall): SavedCall['again'] => {
  const { callback, saved } = call;
  if (!saved?.again || callback.clientAnswer) return undefined;
  return saved.definitionHash === definitionHashOf(call) ? undefined : saved.again;
};

// The limit was to end the turn before this call, so the gate never saw it.
const NEVER_DECIDED = 'it was above a limit of its turn, which has been raised since';

const TOOL_CHANGED = 'the tool has changed since the decision';

const toException = (toolName: string, strategy: ToolApprovalStrategy, cause: unknown): ToolApprovalException => {
  if (!(cause instanceof ToolApprovalException)) {
    const what = cause instanceof Error ? cause.message : 'the strategy threw a value that is not an Error';
    return new ToolApprovalException(namedProblem(strategy, what), { toolName, cause });
  }
  // A composition has named the tool and the part that failed.
  if (cause.toolName !== undefined) return cause;
  return new ToolApprovalException(namedProblem(strategy, cause.problem), { toolName, cause, trace: cause.trace });
};

const namedProblem = (strategy: ToolApprovalStrategy, problem: string): string => {
  const name = strategyNameOf(strategy);
  return isNameless(name) ? problem : `${name}: ${problem}`;
};
