import { type JsonObject, toJson } from 'toolgate/model';
import { freezeJson, type PreparedCall, type Verdict } from 'toolgate/tool';
import { requirementProblem } from './composition/requirement-problem.js';
import { ToolApprovalException } from './approval.errors.js';
import type { ApprovalPhase } from './tool-approval-context.js';
import { noDecision } from './composition/no-decision.js';
import { strategyNameOf } from './composition/strategy-name-of.js';
import type { ToolApprovalDecision } from './tool-approval-decision.js';
import type { ToolApprovalStrategy } from './tool-approval.strategy.js';

/** A call that may run. */
export const RUN: Verdict = { type: 'run' };

/** When a strategy decided, and whether a person can be asked. */
export interface VerdictSetting {
  readonly canAsk: boolean;
  readonly phase: ApprovalPhase;
  readonly strategy: ToolApprovalStrategy;
}

/** What the gate does with a decision. Throws `ToolApprovalException` for what is no decision, and for a question nobody can be asked. */
export const verdictOf = (
  decision: ToolApprovalDecision,
  { callback, kept }: PreparedCall,
  { canAsk, phase, strategy }: VerdictSetting,
): Verdict => {
  const { definition, metadata } = callback;
  const fail = (what: string): never => {
    throw new ToolApprovalException(what, { toolName: definition.name });
  };
  switch ((decision as ToolApprovalDecision | undefined)?.type) {
    case 'approve':
      return RUN;
    case 'abstain':
      // Where a person has approved, or is asked already, no opinion leaves it so.
      return metadata.requiresApproval === true && !kept?.approved && phase !== 'edit'
        ? { type: 'reject', reason: 'no strategy decided' }
        : RUN;
    case 'reject':
      return (
        toReject(decision as Extract<ToolApprovalDecision, { type: 'reject' }>) ??
        fail('it was rejected without a reason')
      );
    case 'ask':
      // Asked twice it would never run; and nobody was asked about its siblings.
      if (kept) return kept.approved ? RUN : { type: 'reject', reason: 'a person would have to approve it by now' };
      if (!canAsk)
        return fail(
          'the strategy asks for a person, and there is no ApprovalStore: provide one, such as that of SqlModule, or use createToolgate({ approval: { store } }) in place of ChatClient.create()',
        );
      return toQuestion(decision as Question, fail);
    default:
      return fail(noDecision(subjectOf(strategy), decision));
  }
};

// A function without a name has none to show.
const subjectOf = (strategy: ToolApprovalStrategy): string => {
  const name = strategyNameOf(strategy);
  return name === 'function' ? 'the strategy' : name;
};

type Question = Extract<ToolApprovalDecision, { type: 'ask' }>;

// What is stored is plain JSON.
const toQuestion = ({ requirement, reason, metadata }: Question, fail: (what: string) => never): Verdict => {
  const problem = requirementProblem(requirement);
  if (problem) return fail(problem);
  return {
    type: 'ask',
    ...(requirement && { requirement: toJson(requirement) as object }),
    ...(reason !== undefined && { reason }),
    ...(metadata && { metadata: freezeJson(toJson(metadata)) as JsonObject }),
  };
};

// The metadata becomes part of the transcript, which is plain JSON.
const toReject = ({ reason, metadata }: Extract<ToolApprovalDecision, { type: 'reject' }>): Verdict | undefined =>
  typeof reason === 'string'
    ? { type: 'reject', reason, ...(metadata && { metadata: freezeJson(toJson(metadata)) as JsonObject }) }
    : undefined;
