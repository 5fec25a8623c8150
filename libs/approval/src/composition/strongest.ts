import type { ToolApprovalDecision } from '../strategy/tool-approval-decision.js';
import type { Choose } from './conclude.js';
import { mergeRequirements } from '../requirement/merge-requirements.js';

type Type = ToolApprovalDecision['type'];
type Question = Extract<ToolApprovalDecision, { type: 'ask' }>;

/** Chooses the first decision of the strongest type. Several questions become one with a merged requirement. */
export const strongest = (...order: readonly Type[]): Choose => {
  const rank = Object.fromEntries(order.map((type, index) => [type, index]));
  return (decisions) => {
    let best = decisions[0]!;
    for (const decision of decisions) if (rank[decision.type]! < rank[best.type]!) best = decision;
    return best.type === 'ask' ? oneQuestion(best, decisions) : best;
  };
};

const oneQuestion = (first: Question, decisions: readonly ToolApprovalDecision[]): Question => {
  const questions = decisions.filter((decision) => decision.type === 'ask');
  if (questions.length === 1) return first;
  const { requirement: _, ...rest } = first;
  const requirement = mergeRequirements(questions.map((question) => question.requirement ?? {}));
  return { ...rest, ...(Object.keys(requirement).length > 0 && { requirement }) };
};
