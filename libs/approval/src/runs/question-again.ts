import type { SavedCall } from 'toolgate/tool';
import type { StoredApproval } from '../records/stored-approval.js';
import type { ApprovalTimes } from './run-times.js';
import { defined } from '#core';

/** How often approval is requested again because the tool has changed. With a definition that always changes, this would never end. */
const MOST_TOOL_CHANGES = 5;

/**
 * Returns the question to ask again about a call if its tool has changed; undefined if the call is rejected then. Approval
 * of a call that has started, or that waits for its requester only, is not requested again.
 */
export const questionAgain = (
  { status, requirement, reason, metadata, trace, question, toolChanges = [] }: StoredApproval,
  { onToolChange }: Pick<ApprovalTimes, 'onToolChange'>,
): SavedCall['again'] => {
  const isOpen = status === 'APPROVED' || status === 'PENDING';
  const onlyAsks = question !== undefined && !question.needsApproval;
  if (onToolChange === 'revoke' || !isOpen || onlyAsks || toolChanges.length >= MOST_TOOL_CHANGES) return undefined;
  return { type: 'ask', requirement, ...defined({ reason, metadata, trace }) };
};
