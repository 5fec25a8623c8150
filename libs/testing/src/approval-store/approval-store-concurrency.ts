import assert from 'node:assert/strict';
import type { ChangeRun } from 'toolgate/approval';
import { approvalOf, countRun, idsOf, numbers, openRun, runOf, type Make } from './approval-samples.js';
import { noticeIds, noticeOf } from './approval-store-notices.js';
import type { It } from '../contract/contract-runner.js';
import { present } from '../contract/present.js';

/** Part of the contract of an approval store: concurrent changes, and the clock. */
export const approvalStoreConcurrency = (it: It, make: Make): void => {
  oneRun(it, make);
  manyRuns(it, make);
  time(it, make);
  clockSetBack(it, make);
};

const oneRun = (it: It, make: Make): void => {
  it('carries out one change of a run after the other, and loses none', async () => {
    const store = await make();
    await store.change('r', openRun);
    const results = await Promise.all(Array.from({ length: 40 }, () => store.change('r', countRun)));
    const sorted = [...results].sort((a, b) => a - b);
    assert.deepEqual(sorted, numbers(2, 41));
    assert.equal(present(await store.state('r')).run.version, 41);
    const told = (await store.events('r')).slice(1).map(({ data }) => present(data)['version']);
    assert.deepEqual(told, numbers(2, 41));
  });

  it('opens a run once for many simultaneous changes; the others receive the first result', async () => {
    const store = await make();
    const results = await Promise.all(Array.from({ length: 12 }, () => store.change('r', countRun)));
    const sorted = [...results].sort((a, b) => a - b);
    assert.deepEqual(sorted, numbers(1, 12));
    assert.equal((await store.runs({})).items.length, 1);
  });
};

const manyRuns = (it: It, make: Make): void => {
  it('changes many runs at once', async () => {
    const store = await make();
    const ids = Array.from({ length: 20 }, (_, index) => `r${index}`);
    const openOne = (id: string) =>
      store.change(id, () => ({ run: runOf(id), approvals: [approvalOf(`a-${id}`, id)], result: id }));
    assert.deepEqual(await Promise.all(ids.map(openOne)), ids);
    for (const id of ids) assert.deepEqual(idsOf({ items: present(await store.state(id)).approvals }), [`a-${id}`]);
  });

  it('returns a run and its approvals as of one moment during concurrent writes', async () => {
    const store = await make();
    await store.change('r', openRun);
    const both: ChangeRun<void> = (state) => {
      const version = present(state).run.version + 1;
      return { run: runOf('r', { version }), approvals: [approvalOf('a', 'r', { version })], result: undefined };
    };
    const reads = Array.from({ length: 25 }, async () => {
      const writing = store.change('r', both);
      const { run, approvals } = present(await store.state('r'));
      const versions = approvals.map(({ version }) => version);
      assert.deepEqual(versions, [run.version]);
      await writing;
    });
    await Promise.all(reads);
  });
};

const time = (it: It, make: Make): void => {
  it('reads the clock after it has locked the run', async () => {
    let ticks = 0;
    const store = await make(() => ++ticks);
    await Promise.all(Array.from({ length: 25 }, () => store.change('r', countRun)));
    const times = (await store.events('r')).map(({ at }) => at);
    const sorted = [...new Set(times)].sort((a, b) => a - b);
    assert.deepEqual(times, sorted);
  });

  it('never goes back in time within a run if the clock does', async () => {
    let now = 5000;
    const store = await make(() => now);
    await store.change('r', countRun);
    now = 4000;
    await store.change('r', countRun);
    now = 6000;
    await store.change('r', countRun);
    const times = (await store.events('r')).map(({ at }) => at);
    assert.deepEqual(times, [5000, 5000, 6000]);
  });
};

const clockSetBack = (it: It, make: Make): void => {
  it('lists a run that is due by its own time although the clock was set back, and no other', async () => {
    let now = 5000;
    const store = await make(() => now);
    const dueIn = (ms: number): Promise<void> =>
      store.change('r', (state, time) => {
        const version = (state?.run.version ?? 0) + 1;
        return { run: runOf('r', { version, updatedAt: time, dueAt: time + ms }), result: undefined };
      });
    await dueIn(9000);
    now = 4000;
    await dueIn(1);
    assert.deepEqual((await store.due(1)).runs, []);
    await dueIn(0);
    assert.deepEqual((await store.due(1)).runs, ['r']);
  });

  it('takes a notice at once that was written after the clock was set back', async () => {
    let now = 5000;
    const store = await make(() => now);
    const queue = store.notices?.();
    if (!queue) return;
    await store.change('r', countRun);
    now = 4000;
    await store.change('r', (state, at) => ({ ...countRun(state, at), notices: [noticeOf('n', 'r', { at })] }));
    const taken = await queue.take({ channel: 'desk', holder: 'one', forMs: 1000, limit: 1 });
    assert.deepEqual(noticeIds(taken), ['n']);
  });
};
