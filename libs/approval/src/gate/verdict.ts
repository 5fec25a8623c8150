import { freezeJson } from '#core';
import { toJson } from 'toolgate/model';
import type { PreparedCall, Verdict } from 'toolgate/tool';
import { withGuard } from '../requirement/merge-requirements.js';
import { ToolApprovalException } from '../errors/approval.errors.js';
import type { ApprovalPhase } from '../strategy/tool-approval-context.js';
import { askProblem, describeInvalidDecision, rejectProblem } from '../strategy/decision-problem.js';
import { isNameless, strategyNameOf } from '../composition/strategy-words.js';
import type { ToolApprovalDecision } from '../strategy/tool-approval-decision.js';
import type { ToolApprovalStrategy } from '../strategy/tool-approval.strategy.js';

/** The verdict of a call that may run. */
export const RUN: Verdict = { type: 'run', permitsGuarded: true };

/** The phase of a decision, and whether a turn can wait for a person. */
interface VerdictSetting {
  readonly canAsk: boolean;
  readonly phase: ApprovalPhase;
  readonly strategy: ToolApprovalStrategy;
  /** The question that remains if the strategy has none of its own. */
  readonly again?: Verdict | undefined;
}

/**
 * Converts a decision to a verdict. Throws `ToolApprovalException` for an invalid decision, and for `ask` if no turn
 * can wait.
 */
export const verdictOf = (
  decision: ToolApprovalDecision,
  { callback, saved }: PreparedCall,
  { canAsk, phase, strategy, again = RUN }: VerdictSetting,
): Verdict => {
  const { definition, metadata } = callback;
  const fail = (what: string): never => {
    throw new ToolApprovalException(what, { toolName: definition.name });
  };
  const { guard } = metadata;
  const ask = (question: Question): Verdict => {
    // A second question could repeat on every resume, so the call is rejected instead.
    if (saved && again === RUN)
      return saved.approved ? RUN : { type: 'reject', reason: 'it now requires approval by a person' };
    return canAsk ? toQuestion(question, guard, fail) : fail(guard ? NO_STORE_FOR_GUARD : NO_STORE);
  };
  switch (decision?.type) {
    case 'approve':
      return again;
    case 'abstain':
      // If a person has approved, or is already asked, an abstention changes nothing.
      if (metadata.requiresApproval !== true || saved?.approved || phase === 'edit') return again;
      return guard ? ask({ type: 'ask' }) : { type: 'reject', reason: 'no strategy decided' };
    case 'reject': {
      const problem = rejectProblem(decision);
      return problem === undefined ? toReject(decision) : fail(problem);
    }
    case 'ask':
      return ask(decision);
    default:
      return fail(describeInvalidDecision(subjectOf(strategy), decision));
  }
};

const REMEDY =
  'and no ApprovalStore is configured. Import SqlModule, provide ApprovalStore, or use createToolgate({ approval: { store } }) in place of ChatClient.create()';

const NO_STORE = `the strategy requires approval by a person, ${REMEDY}`;

const NO_STORE_FOR_GUARD = `it requires approval by a person, ${REMEDY}`;

// An anonymous function has no name to show.
const subjectOf = (strategy: ToolApprovalStrategy): string => {
  const name = strategyNameOf(strategy);
  return isNameless(name) ? 'the strategy' : name;
};

type Question = Extract<ToolApprovalDecision, { type: 'ask' }>;

// Only plain JSON is stored.
const toQuestion = (question: Question, guard: object | undefined, fail: (what: string) => never): Verdict => {
  const problem = askProblem(question);
  if (problem) return fail(problem);
  const { requirement: stated, reason, metadata } = question;
  const requirement = withGuard(guard, stated);
  return {
    type: 'ask',
    ...(requirement && { requirement: toJson(requirement) as object }),
    ...(reason !== undefined && { reason }),
    ...(metadata && { metadata: freezeJson(toJson(metadata)) }),
  };
};

// The metadata becomes part of the transcript, which is plain JSON.
const toReject = ({ reason, metadata }: Extract<ToolApprovalDecision, { type: 'reject' }>): Verdict => ({
  type: 'reject',
  reason,
  ...(metadata && { metadata: freezeJson(toJson(metadata)) }),
});
