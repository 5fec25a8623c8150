import assert from 'node:assert/strict';
import type { ChangeRun } from 'toolgate/approval';
import type { It } from '../contract/contract-runner.js';
import { approvalOf, checkpointOf, countRun, eventOf, openRun, runOf, type Make } from './approval-samples.js';
import { everything } from './everything-stored.js';

const cycle: Record<string, unknown> = {};
cycle['self'] = cycle;
const broken = { data: cycle as never };
/** Changes that cannot be written, each for another reason. */
const FAILING: Readonly<Record<string, ChangeRun<unknown>>> = {
  'its function throws': () => {
    throw new Error('the change itself fails, without a cycle');
  },
  'an event cannot be stored': () => ({
    run: runOf('r', { version: 2, status: 'completed' }),
    approvals: [approvalOf('a', 'r', { version: 2, status: 'REJECTED' }), approvalOf('b', 'r')],
    checkpoint: checkpointOf('second'),
    events: [eventOf('r', 'LATER'), eventOf('r', 'BROKEN', broken)],
    result: undefined,
  }),
  'an approval cannot be stored': () => ({
    run: runOf('r', { version: 2, status: 'completed' }),
    checkpoint: checkpointOf('second'),
    approvals: [approvalOf('b', 'r'), approvalOf('c', 'r', { arguments: cycle as never })],
    result: undefined,
  }),
};

/** Part of the contract of an approval store: changes that cannot be written. */
export const approvalStoreFailures = (it: It, make: Make): void => {
  for (const [what, change] of Object.entries(FAILING)) {
    it(`writes nothing of it if ${what}, and accepts further changes`, async () => {
      const store = await make();
      await store.change('r', openRun);
      const before = await everything(store);
      await assert.rejects(store.change('r', change), /cycl|circular/i);
      assert.deepEqual(await everything(store), before);
      assert.equal(await store.change('r', countRun), 2);
    });

    it(`opens no run if ${what}`, async () => {
      const store = await make();
      const before = await everything(store);
      await assert.rejects(store.change('r', change));
      assert.deepEqual(await everything(store), before);
      assert.equal(await store.change('r', openRun), 'opened');
    });
  }
};

/** Part of the contract of an approval store: invalid changes. */
export const approvalStoreMisfits = (it: It, make: Make): void => {
  it('rejects the whole change if an approval has the id of another run', async () => {
    const store = await make();
    await store.change('r', openRun);
    const before = await everything(store);
    await assert.rejects(
      store.change('s', () => ({ run: runOf('s'), approvals: [approvalOf('a', 's')], result: undefined })),
    );
    assert.deepEqual(await everything(store), before);
  });

  it('rejects records of an unknown run if the change does not contain the run', async () => {
    const store = await make();
    const before = await everything(store);
    await assert.rejects(
      store.change('r', () => ({ events: [eventOf('r', 'LOST')], result: undefined })),
      /r is not there/,
    );
    assert.deepEqual(await everything(store), before);
  });
};
