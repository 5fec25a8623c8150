import type { StoredApproval } from './stored-approval.js';

/** Returns an approval as it is shown at a time: a pending approval that has expired is `EXPIRED`. */
export const showExpiry = (approval: StoredApproval, now: number): StoredApproval =>
  approval.status === 'PENDING' && approval.expiresAt <= now ? { ...approval, status: 'EXPIRED' } : approval;
