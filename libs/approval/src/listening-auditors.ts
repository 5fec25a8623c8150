import type { ToolApprovalAuditor } from './tool-approval.auditor.js';

/** The auditors that want to be told now; one that cannot say so is told. */
export const listeningAuditors = (auditors: readonly ToolApprovalAuditor[]): readonly ToolApprovalAuditor[] =>
  auditors.length === 0 ? auditors : auditors.filter(isListening);

const isListening = (auditor: ToolApprovalAuditor): boolean => {
  try {
    return auditor.isListening?.() ?? true;
  } catch {
    return true;
  }
};
