import type { ToolApprovalDecision } from './tool-approval-decision.js';

/** Returns what is wrong with a rejection; undefined if it has a reason. A blank reason counts as none. */
export const rejectProblem = ({ reason }: Extract<ToolApprovalDecision, { type: 'reject' }>): string | undefined =>
  typeof reason === 'string' && reason.trim() !== ''
    ? undefined
    : 'it was rejected without a reason. Return ToolApprovalDecision.reject(reason)';
