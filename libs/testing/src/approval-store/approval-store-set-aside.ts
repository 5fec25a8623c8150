import assert from 'node:assert/strict';
import { openRun, runOf, type Make } from './approval-samples.js';
import type { It } from '../contract/contract-runner.js';
import { present } from '../contract/present.js';

/** Part of the contract of an approval store: runs that are set aside because they cannot be read. */
export const approvalStoreSetAside = (it: It, make: Make): void => {
  it('does not return it as due, counts it, and leaves the rest unchanged', async () => {
    const store = await make(() => 1000);
    await store.change('r', openRun);
    for (const [id, dueFor] of [['a', 'time'] as const, ['b', 'turn'] as const]) {
      await store.change(id, () => ({ run: runOf(id, { dueAt: 500, dueFor }), result: undefined }));
    }
    const before = JSON.stringify([await store.state('a'), await store.runs({}), await store.events('a')]);
    assert.equal(await store.setAside('a', 'its record is not a JSON object'), true);
    assert.deepEqual((await store.due(10)).runs, ['b']);
    assert.deepEqual(await store.due(10, { work: 'time' }), { runs: [] });
    assert.deepEqual((await store.due(10, { work: 'turn' })).runs, ['b']);
    assert.equal((await store.counts()).setAside, 1);
    assert.equal(JSON.stringify([await store.state('a'), await store.runs({}), await store.events('a')]), before);
    assert.equal(await store.setAside('a', 'again'), false);
    assert.equal(await store.setAside('nowhere', 'it is not there'), false);
    assert.equal((await store.counts()).setAside, 1);
    assert.equal(await store.state('nowhere'), undefined);
  });

  it('brings it back with the next change that writes it', async () => {
    const store = await make(() => 1000);
    await store.change('r', () => ({ run: runOf('r', { dueAt: 500 }), result: undefined }));
    assert.equal(await store.setAside('r', 'it cannot be read'), true);
    await store.change('r', () => ({ result: undefined }));
    assert.equal((await store.counts()).setAside, 1);
    await store.change('r', (state) => ({ run: { ...present(state).run, version: 2 }, result: undefined }));
    assert.deepEqual((await store.due(10)).runs, ['r']);
    assert.equal((await store.counts()).setAside, undefined);
    assert.equal(await store.setAside('r', 'it cannot be read again'), true);
  });
};
