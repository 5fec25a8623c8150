import type { ApprovalBody } from 'toolgate/http/client';

/** Returns when an approval ended. An approval expires without an update. */
export const endOf = ({ status, expiresAt, approvalExpiresAt, updatedAt }: ApprovalBody): string => {
  if (status === 'EXPIRED') return expiresAt;
  return status === 'LAPSED' ? (approvalExpiresAt ?? updatedAt) : updatedAt;
};
