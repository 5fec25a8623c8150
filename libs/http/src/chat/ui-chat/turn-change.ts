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
      if (await isOf(next.value, run, { approvals, owner })) return true;
    }
    return false;
  } finally {
    await changes.return?.();
  }
};

const isOf = async (
  change: ApprovalChange,
  run: Run,
  { approvals, owner: { by } }: { readonly approvals: ApprovalService; readonly owner: ChatOwner },
): Promise<boolean> => {
  if (change.kind === 'approval') return (await approvals.get(change.id, by)).runId === run.id;
  // After a reset, the change of the run may be among those that were lost.
  return change.kind === 'reset' || change.id === run.id;
};
