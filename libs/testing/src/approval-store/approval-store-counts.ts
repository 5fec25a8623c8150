import assert from 'node:assert/strict';
import type { ApprovalStore, RunQuery, StoredRun } from 'toolgate/approval';
import { approvalOf, idsOf, runOf, type Make } from './approval-samples.js';
import type { It } from '../contract/contract-runner.js';

/** Opens a run with one approval per id, created at a time. */
const ask = (store: ApprovalStore, id: string, ids: readonly string[], createdAt: number): Promise<void> =>
  store.change(id, () => ({
    run: runOf(id),
    approvals: ids.map((approval) => approvalOf(approval, id, { createdAt })),
    result: undefined,
  }));

/** Part of the contract of an approval store: the number of pending approvals. */
export const approvalStoreCounts = (it: It, make: Make): void => {
  it('nothing in an empty store', async () => {
    const store = await make();
    assert.deepEqual(await store.counts(), { pending: 0, suspended: 0 });
  });

  it('pending approvals, and how long the oldest has waited by its clock', async () => {
    let now = 1000;
    const store = await make(() => now);
    await ask(store, 'r', ['a', 'b'], 1000);
    now = 1500;
    await ask(store, 's', ['c'], 1500);
    now = 4000;
    assert.deepEqual(await store.counts(), { pending: 3, oldestPendingMs: 3000, suspended: 2 });
    const decided = ['a', 'b'].map((id) => approvalOf(id, 'r', { version: 2, status: 'APPROVED' }));
    const going = runOf('r', { version: 2, status: 'resuming' });
    await store.change('r', () => ({ run: going, approvals: decided, result: undefined }));
    assert.deepEqual(await store.counts(), { pending: 1, oldestPendingMs: 2500, suspended: 1 });
    const ended = runOf('s', { version: 2, status: 'cancelled' });
    const cancelled = approvalOf('c', 's', { version: 2, status: 'CANCELLED' });
    await store.change('s', () => ({ run: ended, approvals: [cancelled], result: undefined }));
    assert.deepEqual(await store.counts(), { pending: 0, suspended: 0 });
  });

  it('no negative wait if its clock is behind the oldest approval', async () => {
    const store = await make(() => 500);
    await ask(store, 'r', ['a'], 1000);
    assert.deepEqual(await store.counts(), { pending: 1, oldestPendingMs: 0, suspended: 1 });
  });

  countsParked(it, make);
  countsDue(it, make);
};

const countsDue = (it: It, make: Make): void => {
  it('for how long the oldest work has been due by its clock, of either kind and unless it is set aside', async () => {
    let now = 1000;
    const store = await make(() => now);
    const write = (id: string, version: number, due: Partial<StoredRun>) =>
      store.change(id, () => ({ run: runOf(id, { version, ...due }), result: undefined }));
    await write('r', 1, { dueAt: 1500, dueFor: 'time' });
    await write('s', 1, { dueAt: 1700, dueFor: 'turn' });
    assert.equal((await store.counts()).oldestDueMs, undefined);
    now = 2000;
    assert.equal((await store.counts()).oldestDueMs, 500);
    await write('r', 2, {});
    assert.equal((await store.counts()).oldestDueMs, 300);
    await store.setAside('s', 'a test');
    assert.equal((await store.counts()).oldestDueMs, undefined);
  });
};

const countsParked = (it: It, make: Make): void => {
  it('parked runs, lists them alone, and forgets those that are no longer parked', async () => {
    const store = await make();
    await ask(store, 'r', [], 1000);
    await ask(store, 's', [], 1000);
    await ask(store, 't', [], 1000);
    const parked = { at: 1000, reason: 'No attempt succeeded' };
    for (const id of ['r', 't']) {
      await store.change(id, () => ({ run: runOf(id, { version: 2, parked }), result: undefined }));
    }
    assert.deepEqual(await store.counts(), { pending: 0, suspended: 3, parked: 2 });
    const listed = async (query: RunQuery) => idsOf(await store.runs(query));
    assert.deepEqual(await listed({ parked: true }), ['r', 't']);
    assert.deepEqual(await listed({ parked: true, tenant: 'acme', status: 'suspended' }), ['r', 't']);
    assert.deepEqual(await listed({ parked: true, tenant: 'other' }), []);
    const first = await store.runs({ parked: true, limit: 1 });
    assert.deepEqual(await listed({ parked: true, limit: 1, cursor: first.cursor }), ['t']);
    // Its status and its due time do not change.
    await store.change('r', () => ({ run: runOf('r', { version: 3 }), result: undefined }));
    assert.deepEqual(await listed({ parked: true }), ['t']);
  });
};
