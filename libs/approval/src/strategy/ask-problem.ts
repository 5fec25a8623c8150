import { requirementProblem } from '../requirement/requirement-problem.js';
import type { ToolApprovalDecision } from './tool-approval-decision.js';

/** Returns what is wrong with a question to a person, in half a sentence; undefined if it is valid. */
export const askProblem = ({
  requirement,
  reason,
}: Extract<ToolApprovalDecision, { type: 'ask' }>): string | undefined =>
  reason === undefined || typeof reason === 'string'
    ? requirementProblem(requirement)
    : 'its reason is not a string. Pass text, or leave it out';
