import type { ToolApprovalDecision } from '../strategy/tool-approval-decision.js';
import type { Choose } from './conclude.js';
import { mergeRequirements } from '../requirement/merge-requirements.js';

type Type = ToolApprovalDecision['type'];
type Question = Extract<ToolApprovalDecision, { type: 'ask' }>;

/** Chooses the first decision of the strongest type. Several questions become one with a merged requirement. */
export const strongest = (...order: readonly Type[]): Choose => {
  const isStronger = (one: Type, other: Type) => order.indexOf(one) < order.indexOf(other);
  return (decisions) => {
    const best = decisions.reduce((found, decision) => (isStronger(decision.type, found.type) ? decision : found));
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
