import assert from 'node:assert/strict';
import { ApprovalConflictException, type ChangeRun, type StoredRun } from 'toolgate/approval';
import { approvalOf, checkpointOf, eventOf, idsOf, runOf, type Make } from './approval-samples.js';
import type { It } from '../contract/contract-runner.js';
import { present } from '../contract/present.js';

const HERE = { tenant: 'acme', conversation: 'c' };

/** Opens a run with its records, as the only active run of its conversation. */
const openAlone =
  (id: string, change: Partial<StoredRun> = {}): ChangeRun<string> =>
  () => ({
    run: runOf(id, { ...HERE, ...change }),
    approvals: [approvalOf(`a-${id}`, id, HERE)],
    checkpoint: checkpointOf(id),
    events: [eventOf(id, 'SUSPENDED')],
    alone: true,
    result: id,
  });

/** Part of the contract of an approval store: a run that must be the only active one of its conversation. */
export const approvalStoreAlone = (it: It, make: Make): void => {
  atOnce(it, make);
  oneAfterTheOther(it, make);
  besideOthers(it, make);
};

const atOnce = (it: It, make: Make): void => {
  it('opens one of many simultaneous runs, and stores nothing of the others', async () => {
    const store = await make();
    for (let round = 0; round < 8; round++) {
      const conversation = `c${round}`;
      const ids = Array.from({ length: 12 }, (_, index) => `r${round}-${index}`);
      const opened = await Promise.allSettled(ids.map((id) => store.change(id, openAlone(id, { conversation }))));
      const winners = opened.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      assert.equal(winners.length, 1, `${winners.length} of 12 were opened`);
      for (const [index, id] of ids.entries()) {
        if (id === winners[0]) continue;
        assertRefused(present(opened[index]), { conversation, runIds: winners });
        assert.equal(await store.state(id), undefined);
        assert.equal(await store.checkpoint(id), undefined);
        assert.equal(await store.approval(`a-${id}`), undefined);
        assert.deepEqual(await store.events(id), []);
      }
      assert.deepEqual(idsOf(await store.runs({ conversation })), winners);
    }
  });

  it('opens one run per conversation of each tenant at the same time', async () => {
    const store = await make();
    const keys = ['a', 'b', 'c'].flatMap((tenant) => ['1', '2', '3'].map((conversation) => ({ tenant, conversation })));
    const open = ({ tenant, conversation }: (typeof keys)[number]) =>
      store.change(`${tenant}${conversation}`, openAlone(`${tenant}${conversation}`, { tenant, conversation }));
    await Promise.all(keys.map(open));
    assert.equal((await store.runs({})).items.length, keys.length);
  });
};

const oneAfterTheOther = (it: It, make: Make): void => {
  for (const status of ['suspended', 'resuming'] as const) {
    it(`refuses a run while another one of its conversation is ${status}, and names that one`, async () => {
      const store = await make();
      await store.change('first', openAlone('first', { status }));
      const [refused] = await Promise.allSettled([store.change('second', openAlone('second'))]);
      assertRefused(refused, { conversation: 'c', runIds: ['first'] });
      assert.equal(await store.state('second'), undefined);
    });
  }

  for (const status of ['completed', 'failed', 'cancelled'] as const) {
    it(`opens a run when the other one of its conversation is ${status}`, async () => {
      const store = await make();
      await store.change('first', openAlone('first', { status }));
      assert.equal(await store.change('second', openAlone('second')), 'second');
    });
  }
};

const besideOthers = (it: It, make: Make): void => {
  it('opens a run beside one of another tenant, of another conversation and of none', async () => {
    const store = await make();
    await store.change('first', openAlone('first'));
    for (const [id, place] of Object.entries({
      tenant: { tenant: 'globex' },
      conversation: { conversation: 'd' },
      none: { conversation: undefined },
      'none again': { conversation: undefined },
    }))
      assert.equal(await store.change(id, openAlone(id, place)), id);
  });

  it('opens a run beside many completed ones, and never counts the run itself', async () => {
    const store = await make();
    for (let index = 0; index < 60; index++)
      await store.change(`old${index}`, openAlone(`old${index}`, { status: 'completed' }));
    await store.change('r', openAlone('r'));
    const again: ChangeRun<string> = (state) => ({
      run: { ...present(state).run, version: present(state).run.version + 1 },
      alone: true,
      result: 'again',
    });
    assert.equal(await store.change('r', again), 'again');
  });

  it('opens a turn beside the calls outside of a turn that wait in its conversation', async () => {
    const store = await make();
    for (const status of ['suspended', 'resuming'] as const) {
      await store.change(status, (...given) => ({
        ...openAlone(status, { kind: 'call', client: undefined, status })(...given),
        alone: false,
      }));
    }
    assert.equal(await store.change('r', openAlone('r')), 'r');
    assert.equal((await store.runs({ ...HERE, kind: 'turn' })).items.length, 1);
    assert.equal((await store.runs({ ...HERE, kind: 'call', status: 'suspended' })).items.length, 1);
    assert.equal((await store.runs(HERE)).items.length, 3);
  });

  it('opens a run beside others if its change does not request to be alone', async () => {
    const store = await make();
    await store.change('first', openAlone('first'));
    await store.change('second', (...given) => ({ ...openAlone('second')(...given), alone: false }));
    assert.equal((await store.runs(HERE)).items.length, 2);
  });
};

const assertRefused = (
  result: PromiseSettledResult<unknown>,
  { conversation, runIds }: { readonly conversation: string; readonly runIds: readonly string[] },
): void => {
  assert.equal(result.status, 'rejected');
  const { reason } = result;
  assert.ok(reason instanceof ApprovalConflictException, `it was refused with ${String(reason)}`);
  assert.deepEqual([reason.conversation, reason.runIds], [conversation, runIds]);
};
