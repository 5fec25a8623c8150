import assert from 'node:assert/strict';
import type { ApprovalStore, NoticeStore, QueuedNotice, StoredNotice } from 'toolgate/approval';
import { openRun, runOf, type Make } from './approval-samples.js';
import { json } from '../contract/json.js';
import type { It } from '../contract/contract-runner.js';

const MINUTE = 60_000;

/** Returns a notice about an approval of a run. */
export const noticeOf = (id: string, run: string, change: Partial<StoredNotice> = {}): StoredNotice => ({
  schema: 1,
  id,
  channel: 'desk',
  kind: 'asked',
  run,
  tenant: 'acme',
  at: 1000,
  approval: `approval-${run}`,
  tool: 'refund',
  description: 'Refund an order',
  status: 'PENDING',
  revision: 1,
  expiresAt: 9000,
  ...change,
});

/** Part of the contract of an approval store: its queues of notices. A store without `notices()` passes each case. */
export const approvalStoreNotices = (it: It, make: Make): void => {
  const clock = { now: 1000 };
  const open = async (): Promise<{ readonly store: ApprovalStore; readonly queue: NoticeStore } | undefined> => {
    clock.now = 1000;
    const store = await make(() => clock.now);
    const queue = store.notices?.();
    return queue && { store, queue };
  };
  writing(it, open);
  taking(it, open, clock);
  sharing(it, open);
  settling(it, open, clock);
  listing(it, open);
  keeping(it, open, clock);
};

/** Returns the ids of notices, in their order. */
export const noticeIds = (queued: readonly QueuedNotice[]): readonly string[] => queued.map(({ notice }) => notice.id);

type Open = () => Promise<{ readonly store: ApprovalStore; readonly queue: NoticeStore } | undefined>;
type Clock = { now: number };

/** Writes notices, each in a change of its run. */
const write = async (store: ApprovalStore, ...notices: readonly StoredNotice[]): Promise<void> => {
  for (const notice of notices) {
    await store.change(notice.run, (state) => ({
      run: runOf(notice.run, { version: (state?.run.version ?? 0) + 1 }),
      notices: [notice],
      result: undefined,
    }));
  }
};

const take = async (queue: NoticeStore, holder = 'one', channel = 'desk', limit = 10): Promise<readonly string[]> => {
  const taken = await queue.take({ channel, holder, forMs: MINUTE, limit });
  return noticeIds(taken);
};

const writing = (it: It, open: Open): void => {
  it('writes the notices of a change with it, or nothing', async () => {
    const { store, queue } = (await open()) ?? {};
    if (!store || !queue) return;
    const failing = store.change('r', (...given) => ({
      ...openRun(...given),
      notices: [noticeOf('n', 'r')],
      result: undefined,
      resultOf: () => {
        throw new Error('no result');
      },
    }));
    await assert.rejects(failing, /no result/);
    assert.deepEqual((await queue.list({})).items, []);
    await store.change('r', (...given) => ({ ...openRun(...given), notices: [noticeOf('n', 'r')] }));
    const [taken] = await queue.take({ channel: 'desk', holder: 'one', forMs: MINUTE, limit: 10 });
    assert.deepEqual(
      json(taken),
      json({ notice: noticeOf('n', 'r'), state: 'open', failures: 0, firstAt: 1000, takenAt: 1000 }),
    );
  });
};

const taking = (it: It, open: Open, clock: Clock): void => {
  it('takes a notice once, until the time of its holder has expired', async () => {
    const { store, queue } = (await open()) ?? {};
    if (!store || !queue) return;
    await write(store, noticeOf('n', 'r'));
    assert.deepEqual(await take(queue), ['n']);
    assert.deepEqual(await take(queue, 'two'), []);
    clock.now += MINUTE - 1;
    assert.deepEqual(await take(queue, 'two'), []);
    clock.now += 1;
    assert.deepEqual(await take(queue, 'two'), ['n']);
    assert.equal(await queue.settle('n', 'one', { type: 'delivered' }), false);
    assert.equal(await queue.settle('n', 'two', { type: 'delivered' }), true);
    assert.equal(await queue.settle('n', 'two', { type: 'delivered' }), false);
  });

  it('takes notices of the same run and channel one after the other, and other notices at once', async () => {
    const { store, queue } = (await open()) ?? {};
    if (!store || !queue) return;
    await write(store, noticeOf('a1', 'a'), noticeOf('b1', 'b'), noticeOf('a2', 'a'));
    await write(store, noticeOf('m1', 'a', { channel: 'mail' }));
    assert.deepEqual(await take(queue, 'one', 'desk', 1), ['a1']);
    assert.deepEqual(await take(queue), ['b1']);
    assert.deepEqual(await take(queue, 'one', 'mail'), ['m1']);
    await queue.settle('a1', 'one', { type: 'failed', error: 'Error: down', retryInMs: 500 });
    assert.deepEqual(await take(queue), []);
    clock.now += 500;
    assert.deepEqual(await take(queue), ['a1']);
    await queue.settle('a1', 'one', { type: 'delivered' });
    assert.deepEqual(await take(queue), ['a2']);
  });
};

const sharing = (it: It, open: Open): void => {
  it('shares notices among processes that take them at the same moment', async () => {
    const { store, queue } = (await open()) ?? {};
    if (!store || !queue) return;
    const ids = Array.from({ length: 40 }, (_, index) => `n${index}`);
    await write(store, ...ids.map((id) => noticeOf(id, `run-${id}`)));
    const holders = Array.from({ length: 8 }, (_, index) => `holder-${index}`);
    const taken = await Promise.all(holders.map((holder) => take(queue, holder, 'desk', 10)));
    const all = taken.flat();
    assert.equal(new Set(all).size, all.length);
    const rest = await take(queue, 'last', 'desk', 50);
    assert.deepEqual([...all, ...rest].sort(), ids.sort());
  });
};

const settling = (it: It, open: Open, clock: Clock): void => {
  it('counts failures, parks a notice, and then takes the next one of the run', async () => {
    const { store, queue } = (await open()) ?? {};
    if (!store || !queue) return;
    await write(store, noticeOf('n1', 'r'), noticeOf('n2', 'r', { at: 1001 }));
    await take(queue);
    await queue.settle('n1', 'one', { type: 'failed', error: 'Error: down', retryInMs: 1 });
    clock.now += 1;
    assert.equal((await queue.take({ channel: 'desk', holder: 'one', forMs: 1, limit: 1 }))[0]?.firstAt, 1000);
    await queue.settle('n1', 'one', { type: 'failed', error: 'Error: gone' });
    const parked = { notice: noticeOf('n1', 'r'), state: 'parked', failures: 2, firstAt: 1000, settledAt: 1001 };
    assert.deepEqual(json(await queue.find('n1')), json({ ...parked, error: 'Error: gone' }));
    assert.deepEqual(json(await queue.counts()), json({ open: 1, parked: 1, oldestOpenMs: 0 }));
    assert.deepEqual(await take(queue), ['n2']);
  });

  it('makes a released notice due again, without a failure', async () => {
    const { store, queue } = (await open()) ?? {};
    if (!store || !queue) return;
    await write(store, noticeOf('n', 'r'));
    await take(queue);
    assert.equal(await queue.settle('n', 'one', { type: 'released' }), true);
    const [again] = await queue.take({ channel: 'desk', holder: 'two', forMs: 1, limit: 1 });
    assert.equal(again?.failures, 0);
  });

  it('retries and drops parked notices only', async () => {
    const { store, queue } = (await open()) ?? {};
    if (!store || !queue) return;
    await write(store, noticeOf('n', 'r'));
    assert.deepEqual([await queue.retry('n'), await queue.drop('n'), await queue.retry('x')], [false, false, false]);
    await take(queue);
    await queue.settle('n', 'one', { type: 'failed', error: 'Error: down' });
    clock.now += 5000;
    assert.equal(await queue.retry('n'), true);
    const [again] = await queue.take({ channel: 'desk', holder: 'two', forMs: MINUTE, limit: 1 });
    assert.deepEqual([again?.failures, again?.firstAt], [0, 6000]);
    await queue.settle('n', 'two', { type: 'failed', error: 'Error: down' });
    assert.equal(await queue.drop('n'), true);
    assert.equal(await queue.find('n'), undefined);
  });
};

const listing = (it: It, open: Open): void => {
  it('lists notices page by page, filtered', async () => {
    const { store, queue } = (await open()) ?? {};
    if (!store || !queue) return;
    await write(store, noticeOf('n1', 'r'), noticeOf('n2', 's', { tenant: 'other' }), noticeOf('n3', 't'));
    await write(store, noticeOf('n4', 'u', { channel: 'mail' }));
    const ids = async (query: Parameters<NoticeStore['list']>[0]) => noticeIds((await queue.list(query)).items);
    const first = await queue.list({ limit: 2 });
    assert.deepEqual(noticeIds(first.items), ['n1', 'n2']);
    assert.deepEqual(await ids({ limit: 2, ...(first.cursor !== undefined && { cursor: first.cursor }) }), [
      'n3',
      'n4',
    ]);
    assert.equal((await queue.list({ limit: 4 })).cursor, undefined);
    assert.deepEqual(await ids({ tenant: 'acme' }), ['n1', 'n3', 'n4']);
    assert.deepEqual(await ids({ channel: 'mail' }), ['n4']);
    assert.deepEqual(await ids({ state: 'parked' }), []);
    assert.deepEqual(await ids({ state: 'open', channel: 'desk' }), ['n1', 'n2', 'n3']);
  });
};

const keeping = (it: It, open: Open, clock: Clock): void => {
  it('removes old notices that were delivered or parked, and open ones of other channels', async () => {
    const { store, queue } = (await open()) ?? {};
    if (!store || !queue) return;
    await write(store, noticeOf('n1', 'r'), noticeOf('n2', 's'), noticeOf('n3', 't'));
    await write(store, noticeOf('n4', 'u', { channel: 'former' }));
    await take(queue);
    await queue.settle('n1', 'one', { type: 'delivered' });
    clock.now += 10;
    await queue.settle('n2', 'one', { type: 'failed', error: 'Error: down' });
    clock.now += 90;
    assert.equal(await queue.remove({ olderThanMs: 101, channels: ['desk'], limit: 10 }), 0);
    assert.equal(await queue.remove({ olderThanMs: 100, channels: ['desk'], limit: 10 }), 2);
    assert.equal(await queue.remove({ olderThanMs: 90, channels: ['desk'], limit: 10 }), 1);
    const left = await queue.list({});
    assert.deepEqual(noticeIds(left.items), ['n3']);
  });

  it('deletes the notices of an ended run with its other records', async () => {
    const { store, queue } = (await open()) ?? {};
    if (!store || !queue) return;
    await write(store, noticeOf('n1', 'r'), noticeOf('n2', 's'));
    await store.change('r', () => ({
      run: runOf('r', { version: 2, status: 'completed', endedAt: 1000 }),
      result: undefined,
    }));
    clock.now += 1;
    assert.deepEqual(await store.deleteEnded({ limit: 10, endedForMs: 1 }), ['r']);
    const left = await queue.list({});
    assert.deepEqual(noticeIds(left.items), ['n2']);
  });
};
