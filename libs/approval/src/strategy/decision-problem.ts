import type { ToolApprovalDecision } from './tool-approval-decision.js';
import { requirementProblem } from '../requirement/requirement-problem.js';
import { kindOf } from '#core';

/** Returns the error text for an invalid decision: what the strategy returned, and what it must return. */
export const describeInvalidDecision = (strategy: string, returned: unknown): string =>
  `${strategy} returned ${describeReturned(returned)}. Return ToolApprovalDecision.approve(), reject(reason), ask() or abstain()`;

const describeReturned = (value: unknown): string => {
  if (value === null || value === undefined || typeof value === 'boolean') return String(value);
  if (typeof value !== 'object') return `a ${typeof value}`;
  return 'an object that is not a decision';
};

/** Returns what is wrong with a rejection; undefined if it has a reason. A blank reason counts as none. */
export const rejectProblem = ({ reason }: Extract<ToolApprovalDecision, { type: 'reject' }>): string | undefined =>
  typeof reason === 'string' && reason.trim() !== ''
    ? undefined
    : 'it was rejected without a reason. Return ToolApprovalDecision.reject(reason)';

/** Returns what is wrong with a question to a person, in half a sentence; undefined if it is valid. */
export const askProblem = ({
  requirement,
  reason,
}: Extract<ToolApprovalDecision, { type: 'ask' }>): string | undefined =>
  reason === undefined || typeof reason === 'string'
    ? requirementProblem(requirement)
    : 'its reason is not a string. Pass text, or leave it out';

/** Describes what a function of a strategy returned, without a number, which may be an argument of the call. */
export const returnedKind = (value: unknown): string => (typeof value === 'number' ? 'a number' : kindOf(value));
