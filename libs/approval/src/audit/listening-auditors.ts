import type { ToolApprovalAuditor } from './tool-approval.auditor.js';

/** Returns the auditors that listen now. */
export const listeningAuditors = (auditors: readonly ToolApprovalAuditor[]): readonly ToolApprovalAuditor[] =>
  auditors.length === 0 ? auditors : auditors.filter(isListening);

/** Whether an auditor or a feed listens now. One whose `isListening` throws counts as listening. */
export const isListening = (listener: { isListening?(): boolean }): boolean => {
  try {
    return listener.isListening?.() ?? true;
  } catch {
    return true;
  }
};
