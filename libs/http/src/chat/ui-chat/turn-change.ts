import type { ApprovalChange, ApprovalService, Run } from 'toolgate/approval';
import { type ChatOwner, openRun } from '../shared/chat-owner.js';

/**
 * Waits for a change of the suspended turn of a chat: a decision, an edit, or the resumption of its run. Resolves to true
 * after it, or at once if no turn of the chat is suspended; to false if the signal aborts or the application stops.
 */
export const turnChange = async (
  approvals: ApprovalService,
  owner: ChatOwner,
  signal: AbortSignal,
): Promise<boolean> => {
  // Subscribed before the run is read, so that no change between the two is missed.
  const changes = approvals.changes(owner.by, { signal })[Symbol.asyncIterator]();
  try {
    const run = await openRun(approvals, owner);
    if (run?.status !== 'suspended') return true;
    for (let next = await changes.next(); !next.done; next = await changes.next()) {
      if (isOf(next.value, run)) return true;
    }
    return false;
  } finally {
    await changes.return?.();
  }
};

// A run that waits has the same calls, and so the same approvals, until it is resumed. Reading each changed approval would
// let every open page read every decision of its tenant.
const isOf = (change: ApprovalChange, { id, slots }: Run): boolean => {
  if (change.kind === 'approval') return slots.some(({ approvalId }) => approvalId === change.id);
  // After a reset, the change of the run may be among those that were lost.
  return change.kind === 'reset' || change.id === id;
};
