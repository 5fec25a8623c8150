import { useCallback, useState } from 'react';
import type { ApprovalBody } from 'toolgate/http/client';
import { carryDrafts, useDraftOwner } from '../data/drafts.js';
import { useServerTime } from '../data/server-clock.js';

/** What changed on an approval since the person opened it. */
export type Stale = 'decided' | 'edited' | 'expired' | undefined;

/**
 * Remembers the state of an approval that the person has seen. A vote of another person changes neither the arguments
 * nor the question, so it does not make that state stale.
 */
export const useSeen = (approval: ApprovalBody) => {
  const [seen, setSeen] = useState(approval);
  const owner = useDraftOwner();
  const { expiresAt, status } = approval;
  const isOver = useServerTime(useCallback((now: number) => now >= Date.parse(expiresAt), [expiresAt]));
  const wasOpen = seen.status === 'PENDING';
  const stale: Stale = !wasOpen
    ? undefined
    : status === 'EXPIRED' || (status === 'PENDING' && isOver)
      ? 'expired'
      : status !== 'PENDING'
        ? 'decided'
        : seen.revision !== approval.revision || seen.argsHash !== approval.argsHash
          ? 'edited'
          : undefined;
  const readAgain = useCallback(() => {
    carryDrafts(approval.id, owner, seen.revision, approval.revision);
    setSeen(approval);
  }, [approval, owner, seen]);
  return { seen, stale, readAgain };
};
