import type { ToolApprovalAuditor } from './tool-approval.auditor.js';

/** Returns the auditors that listen now. An auditor whose `isListening` throws counts as listening. */
export const listeningAuditors = (auditors: readonly ToolApprovalAuditor[]): readonly ToolApprovalAuditor[] =>
  auditors.length === 0 ? auditors : auditors.filter(isListening);

const isListening = (auditor: ToolApprovalAuditor): boolean => {
  try {
    return auditor.isListening?.() ?? true;
  } catch {
    return true;
  }
};
