import type { ExternalCallBody } from 'toolgate/http/client';
import { ToolApprovalRejectedException, ToolApprovalTimeoutException } from '../errors/remote-approval.errors.js';

const REASONS: Partial<Record<ExternalCallBody['approval'], string>> = {
  REJECTED: 'a person rejected it',
  CANCELLED: 'it was canceled at the approval service',
  LAPSED: 'its approval was not used in time',
  REVOKED: 'its approval was revoked',
  RESPONDED: 'a person answered in place of the tool',
};

/** Returns why a call that was not approved does not run. */
export const refusalOfCall = (
  toolName: string,
  timeoutMs: number,
  { approval, reason, result }: Pick<ExternalCallBody, 'approval' | 'reason' | 'result'>,
): ToolApprovalRejectedException | ToolApprovalTimeoutException => {
  if (approval === 'EXPIRED')
    return new ToolApprovalTimeoutException(toolName, timeoutMs, 'no person decided it in time');
  if (approval === 'RESPONDED' && result !== undefined) {
    const answer = typeof result === 'string' ? result : JSON.stringify(result);
    return new ToolApprovalRejectedException(toolName, `${REASONS.RESPONDED}: ${answer}`);
  }
  // Any other status, also one of a later version, is no approval.
  const known = REASONS[approval] ?? 'it was already started or has ended at the approval service';
  return new ToolApprovalRejectedException(toolName, reason?.trim() ? reason : known);
};
