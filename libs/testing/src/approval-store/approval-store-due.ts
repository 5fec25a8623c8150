import assert from 'node:assert/strict';
import type { ApprovalStore, DueQuery, StoredRun } from 'toolgate/approval';
import { runOf, type Make } from './approval-samples.js';
import type { It } from '../contract/contract-runner.js';
import { present } from '../contract/present.js';

/** Opens a run, or writes an existing one again. */
const put = (store: ApprovalStore, id: string, change: Partial<StoredRun>): Promise<void> =>
  store.change(id, (state) => ({
    run: runOf(id, { version: (state?.run.version ?? 0) + 1, ...change }),
    result: undefined,
  }));

/** Returns the due runs without the cursor of the next page. */
const dueOf = async (store: ApprovalStore, limit: number, query?: DueQuery) => {
  const { cursor, runs, nextInMs } = await store.due(limit, query);
  return { runs, nextInMs, isLast: cursor === undefined };
};

/** Part of the contract of an approval store: the due runs. */
export const approvalStoreDue = (it: It, make: Make): void => {
  times(it, make);
  works(it, make);
  pages(it, make);
};

const times = (it: It, make: Make): void => {
  it('returns the due runs, the longest due first, and the time until the next one', async () => {
    let now = 1000;
    const store = await make(() => now);
    const dues = { late: 300, never: undefined, exact: 1000, soon: 1400, later: 9000, longest: 1 };
    for (const [id, dueAt] of Object.entries(dues)) await put(store, id, dueAt === undefined ? {} : { dueAt });
    const runs = ['longest', 'late', 'exact'];
    assert.deepEqual(await dueOf(store, 10), { runs, nextInMs: 400, isLast: true });
    assert.deepEqual(await dueOf(store, 2), { runs: ['longest', 'late'], nextInMs: 0, isLast: false });
    assert.deepEqual(await dueOf(store, 3), { runs, nextInMs: 400, isLast: true });
    now = 1399;
    assert.deepEqual(await dueOf(store, 10), { runs, nextInMs: 1, isLast: true });
    now = 10_000;
    const all = [...runs, 'soon', 'later'];
    assert.deepEqual(await dueOf(store, 10), { runs: all, nextInMs: undefined, isLast: true });
  });

  it('replaces the due time of a run when it changes', async () => {
    const store = await make(() => 1000);
    await put(store, 'r', { dueAt: 500.5 });
    assert.deepEqual(await dueOf(store, 1), { runs: ['r'], nextInMs: undefined, isLast: true });
    await put(store, 'r', { dueAt: 1500 });
    assert.deepEqual(await dueOf(store, 1), { runs: [], nextInMs: 500, isLast: true });
    await put(store, 'r', {});
    assert.deepEqual(await dueOf(store, 1), { runs: [], nextInMs: undefined, isLast: true });
  });
};

const works = (it: It, make: Make): void => {
  it('returns the due runs of one kind of work, independent of the other kind', async () => {
    const store = await make(() => 1000);
    for (let index = 0; index < 40; index++) await put(store, `t${index}`, { dueAt: index, dueFor: 'turn' });
    await put(store, 'expires', { dueAt: 900, dueFor: 'time' });
    await put(store, 'of an earlier version', { dueAt: 950 });
    await put(store, 'expires later', { dueAt: 1200, dueFor: 'time' });
    const time = { runs: ['expires', 'of an earlier version'], nextInMs: 200, isLast: true };
    assert.deepEqual(await dueOf(store, 10, { work: 'time' }), time);
    const turns = await dueOf(store, 10, { work: 'turn' });
    assert.deepEqual(turns, {
      runs: Array.from({ length: 10 }, (_, index) => `t${index}`),
      nextInMs: 0,
      isLast: false,
    });
    await put(store, 'expires', { dueAt: 900, dueFor: 'turn' });
    assert.deepEqual((await store.due(50, { work: 'time' })).runs, ['of an earlier version']);
    assert.equal((await store.due(50, { work: 'turn' })).runs.at(-1), 'expires');
  });
};

const pages = (it: It, make: Make): void => {
  it('returns each run once, page after page, during concurrent writes', async () => {
    const store = await make(() => 1000);
    const ids = Array.from({ length: 11 }, (_, index) => `r${index}`);
    // Several of them are due at once.
    for (const [index, id] of ids.entries()) await put(store, id, { dueAt: Math.floor(index / 4), dueFor: 'turn' });
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await store.due(3, { work: 'turn', ...(cursor !== undefined && { cursor }) });
      found.push(...page.runs);
      await put(store, present(page.runs[0]), {});
      await put(store, present(page.runs[1]), { dueAt: 5000, dueFor: 'turn' });
      cursor = page.cursor;
    } while (cursor !== undefined);
    assert.deepEqual(found, ids);
  });

  it('rejects a cursor that it did not return', async () => {
    const store = await make(() => 1000);
    for (const cursor of ['', 'abc', '1', ':', 'x:1', '1:-1', '1:1 or 1=1', `${'9'.repeat(40)}:1`]) {
      await assert.rejects(store.due(5, { cursor }), /cursor/, cursor);
    }
  });
};
