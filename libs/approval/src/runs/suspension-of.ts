import type { RunState } from '../records/stored-run.js';
import type { ApprovalStore } from '../store/approval.store.js';
import { type ChangedCall, askBatchAgain } from '../transitions/ask-again.js';
import type { Draft } from '../transitions/draft.js';
import type { Fence } from '../transitions/lease.js';
import { type OpenedTurn, type WaitingBatch, suspendAgain } from '../transitions/open-run.js';
import { waitInside } from '../transitions/wait-inside.js';
import type { ApprovalTimes } from './run-times.js';
import type { SavedCheckpoint } from './saved-checkpoint.js';
import type { BatchCall } from 'toolgate/tool';
import { changedParts } from '../records/changed-parts.js';

/** The leased run that is suspended. */
interface SuspendedLease extends RunState {
  readonly store: ApprovalStore;
  readonly times: ApprovalTimes;
  readonly fence: Fence;
  readonly saved: SavedCheckpoint;
}

type Suspend = (draft: Draft) => OpenedTurn;

/** Returns the change that suspends a leased run: inside started calls, at the same batch again, or at the next one. */
export const suspensionOf = async (suspension: WaitingBatch, lease: SuspendedLease): Promise<Suspend> => {
  const { batch, loop } = suspension;
  if (batch.some(({ inner }) => inner)) return (draft) => waitInside(draft, lease.fence, batch);
  // A batch of the same round is the saved one. Before a call of it runs, the call waits only if its tool has changed.
  return loop.round === lease.run.round ? askingAgain(suspension, lease) : suspendingAt(suspension, lease);
};

const suspendingAt = (suspension: WaitingBatch, { fence, saved, times }: SuspendedLease): Suspend => {
  const { expiresInMs } = times;
  const { request, loop } = suspension;
  const checkpoint = saved.changeTo({ schema: 1, request, loop });
  return (draft) => ({ ...suspendAgain(draft, fence, { suspension, expiresInMs, checkpoint }), inner: [] });
};

const askingAgain = async ({ batch }: WaitingBatch, lease: SuspendedLease): Promise<Suspend> => {
  const { store, fence, times } = lease;
  const { expiresInMs } = times;
  const calls = await changedCalls(store, lease, batch);
  const answered = batch.flatMap(({ index, result }) => (result ? [{ index, result }] : []));
  return (draft) => ({ ...askBatchAgain(draft, fence, { calls, answered, expiresInMs }), inner: [] });
};

/** Returns the calls of a batch that the gate asks about again, and how their tools have changed. */
const changedCalls = async (
  store: ApprovalStore,
  { run, approvals }: RunState,
  batch: readonly BatchCall[],
): Promise<readonly ChangedCall[]> => {
  const found = batch.map(async ({ index, prepared, question }): Promise<readonly ChangedCall[]> => {
    const approval = approvals.find(({ id }) => id === run.slots[index]?.approval);
    if (!prepared || !question || !approval) return [];
    const earlier = await store.toolSchema(approval.definitionHash);
    return [{ prepared, question, changed: changedParts(approval, earlier, prepared.callback) }];
  });
  return (await Promise.all(found)).flat();
};
