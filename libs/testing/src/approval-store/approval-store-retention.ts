import assert from 'node:assert/strict';
import type { ApprovalStore, StoredRun } from 'toolgate/approval';
import { approvalOf, checkpointOf, eventOf, idsOf, openRun, runOf, type Make } from './approval-samples.js';
import { json } from '../contract/json.js';
import type { It } from '../contract/contract-runner.js';
import { present } from '../contract/present.js';

/** Part of the contract of an approval store: removing the content of ended runs. */
export const approvalStoreRetention = (it: It, make: Make): void => {
  it('deletes the checkpoint and its steps, and no other record, if the checkpoint of a change is null', async () => {
    const store = await make();
    await store.change('r', openRun);
    await store.change('s', () => ({ run: runOf('s'), checkpoint: checkpointOf('other'), result: undefined }));
    await store.change('r', () => ({ checkpoint: null, result: undefined }));
    assert.equal(await store.checkpoint('r'), undefined);
    assert.deepEqual(json(await store.checkpoint('s')), json(checkpointOf('other')));
    assert.equal(present(await store.state('r')).approvals.length, 1);
    assert.equal((await store.events('r')).length, 1);
    await store.change('r', () => ({ checkpoint: checkpointOf('new'), result: undefined }));
    assert.deepEqual(json(await store.checkpoint('r')), json(checkpointOf('new')));
  });

  it('lists ended runs with content, longest ended first, and no open run', async () => {
    const store = await make(() => 10_000);
    await end(store, 'young', { endedAt: 9_500 });
    await end(store, 'old', { endedAt: 1000 });
    await end(store, 'older', { endedAt: 500, status: 'failed' });
    await end(store, 'emptied', { endedAt: 400, contentRemovedAt: 9000 });
    await store.change('r', openRun);
    assert.deepEqual(await store.ended({ limit: 10, endedForMs: 9000 }), ['older', 'old']);
    assert.deepEqual(await store.ended({ limit: 1, endedForMs: 9000 }), ['older']);
    assert.deepEqual(await store.ended({ limit: 10, endedForMs: 9501 }), []);
    assert.deepEqual(await store.ended({ limit: 10, endedForMs: 500 }), ['older', 'old', 'young']);
  });

  it('no longer lists a run whose content is removed by a change', async () => {
    const store = await make(() => 10_000);
    await end(store, 'r', { endedAt: 1000 });
    await store.change('r', (state) => ({
      run: { ...present(state).run, version: 2, contentRemovedAt: 10_000 },
      result: undefined,
    }));
    assert.deepEqual(await store.ended({ limit: 10, endedForMs: 1 }), []);
    assert.deepEqual(await store.deleteEnded({ limit: 10, endedForMs: 9000 }), ['r']);
  });
};

/** Part of the contract of an approval store: ended runs that are deleted. */
export const approvalStoreDeletion = (it: It, make: Make): void => {
  it('deletes ended runs with all their records, longest ended first, and leaves every other record', async () => {
    const store = await make(() => 10_000);
    await store.change('r', openRun);
    const before = await seen(store, 'r', 'a');
    for (const [id, endedAt] of [['young', 9_500] as const, ['b', 2000] as const, ['a2', 1000] as const]) {
      await end(store, id, { endedAt });
      await store.change(id, () => ({
        approvals: [approvalOf(`${id}-approval`, id)],
        checkpoint: checkpointOf(id),
        events: [eventOf(id, 'COMPLETED')],
        result: undefined,
      }));
    }
    assert.deepEqual(await store.deleteEnded({ limit: 1, endedForMs: 1000 }), ['a2']);
    assert.deepEqual(await store.deleteEnded({ limit: 10, endedForMs: 1000 }), ['b']);
    assert.deepEqual(await store.deleteEnded({ limit: 10, endedForMs: 1000 }), []);
    for (const id of ['a2', 'b']) {
      assert.deepEqual(await seen(store, id, `${id}-approval`), [null, null, [], null]);
    }
    assert.deepEqual(await seen(store, 'r', 'a'), before);
    assert.deepEqual(idsOf(await store.runs({})), ['r', 'young']);
    assert.equal((await store.counts()).pending, 2);
  });

  it('opens a new run under the id of a deleted one, without any of its records', async () => {
    const store = await make(() => 10_000);
    await end(store, 'r', { endedAt: 1000 });
    await store.deleteEnded({ limit: 10, endedForMs: 1 });
    await store.change('r', openRun);
    assert.deepEqual(json(await store.events('r')), json([eventOf('r', 'SUSPENDED')]));
  });
};

const end = (store: ApprovalStore, id: string, ended: Partial<StoredRun>): Promise<void> =>
  store.change(id, () => ({ run: runOf(id, { status: 'completed', ...ended }), result: undefined }));

const seen = async (store: ApprovalStore, run: string, approval: string): Promise<unknown> =>
  json([await store.state(run), await store.checkpoint(run), await store.events(run), await store.approval(approval)]);
