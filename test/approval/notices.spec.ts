import { describe, expect, it } from 'vitest';
import { ApprovalHealth } from 'toolgate';
import { type ApprovalNotice, InMemoryApprovalStore, RunOperationException } from 'toolgate/approval';
import { VirtualClock } from 'toolgate/testing';
import { rejectionOf } from '../chat/chat.fixture.js';
import { Box, bootWith, GRACE, refund, SECRET } from './notices.fixture.js';
import { onEveryDatabase, onPostgres } from './on-every-database.fixture.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const INBOX = 'https://desk.example.com/approvals/inbox';

const down = (): void => {
  throw new Error('the receiver is down');
};

onEveryDatabase('a channel', (open) => {
  it('receives what happens to an approval, in order, and no argument', async () => {
    const clock = new VirtualClock();
    const { store } = await open(clock);
    const box = new Box('desk');
    const approval = { notices: { inboxUrl: INBOX } };
    const { app, ask, decide, chat, notices } = await bootWith(store, [box], approval, [refund, 'Done.']);
    const { runId, first } = await ask();
    await notices.deliver();
    const at = new Date(clock.now()).toISOString();
    const about = { runId, approvalId: first.id, tenant: 'default', toolName: 'refund', revision: 1 };
    const link = `${INBOX}?approval=${first.id}`;
    const asked = { ...about, kind: 'asked', status: 'PENDING', at, link, description: 'Refund an order' };
    expect(box.received).toEqual([
      { ...asked, id: expect.any(String), expiresAt: new Date(clock.now() + DAY).toISOString() },
    ]);
    clock.advance(1000);
    await decide(first.id);
    await notices.deliver();
    await notices.deliver();
    expect(box.received).toHaveLength(2);
    expect(box.received[1]).toMatchObject({ ...about, kind: 'decided', status: 'APPROVED', link });
    await chat.resume(runId).call().content();
    await notices.deliver();
    expect(JSON.stringify(box.received)).not.toContain(SECRET);
    expect(JSON.stringify(await store.notices!()!.list({}))).not.toContain(SECRET);
    expect(box.kindsReceived).toEqual(['asked', 'decided']);
    await app.close();
  });

  it('receives expiries, and only the kinds that it names', async () => {
    const clock = new VirtualClock();
    const { store } = await open(clock);
    const [all, some] = [new Box('all'), new Box('some', ['expired'])];
    const { app, ask, approvals, notices } = await bootWith(store, [all, some], {}, [refund]);
    const { runId } = await ask();
    clock.advance(DAY);
    await approvals.runs.requestResume(runId).catch(() => {});
    await notices.deliver();
    expect([all.kindsReceived, some.kindsReceived]).toEqual([['asked', 'expired'], ['expired']]);
    expect(some.received[0]).toMatchObject({ status: 'EXPIRED' });
    await app.close();
  });

  it('receives arguments and people if it shows details, until they are removed', async () => {
    const { store } = await open();
    const box = new Box('desk', undefined, true);
    const { app, ask, approvals, notices, decide, chat } = await bootWith(store, [box], {}, [refund, 'Done.']);
    const { runId, first } = await ask();
    await notices.deliver();
    await decide(first.id);
    await chat.resume(runId).call().content();
    await approvals.runs.forget(runId, GRACE);
    await notices.deliver();
    expect(box.received.map(({ details }) => details)).toEqual([
      { requester: 'ada', arguments: { order: SECRET, amount: 70 } },
      undefined,
    ]);
    await app.close();
  });

  it('that is down for an hour receives every notice afterwards, in order per run', async () => {
    const clock = new VirtualClock();
    const { store } = await open(clock);
    const box = new Box('desk');
    const other = new Box('other');
    const script = Array.from({ length: 5 }, () => refund);
    const { app, ask, decide, notices, logs } = await bootWith(store, [box, other], {}, script);
    box.before = down;
    const runs = [];
    for (const conversation of ['c-1', 'c-2', 'c-3', 'c-4', 'c-5']) runs.push(await ask(conversation));
    await notices.deliver();
    for (const { first } of runs) await decide(first.id);
    for (let minutes = 0; minutes < 60; minutes += 5) {
      await notices.deliver();
      clock.advance(5 * 60_000);
    }
    expect(box.received).toEqual([]);
    expect(other.received).toHaveLength(10);
    box.before = () => {};
    await notices.deliver();
    expect(box.received).toHaveLength(10);
    for (const { runId } of runs) {
      expect(box.received.filter((notice) => notice.runId === runId).map(({ kind }) => kind)).toEqual([
        'asked',
        'decided',
      ]);
    }
    expect(logs.filter((line) => line.includes('could not deliver'))).toEqual([
      expect.stringContaining('The channel "desk" could not deliver a notice, and delivers it again later: Error: the'),
    ]);
    await app.close();
  });

  it('that always fails parks its notices after a day, for an operator to retry or drop', async () => {
    const clock = new VirtualClock();
    const { store } = await open(clock);
    const box = new Box('desk');
    box.before = down;
    const { app, ask, notices, logs } = await bootWith(store, [box], {}, [refund, refund]);
    await ask('c-1');
    await ask('c-2', 'acme');
    const health = app.get(ApprovalHealth);
    await notices.deliver();
    expect((await health.check()).toolgate.notices).toMatchObject({ open: 2, parked: 0 });
    clock.advance(DAY - 1);
    await notices.deliver();
    expect((await notices.list({ state: 'parked' })).items).toEqual([]);
    clock.advance(5 * 60_000);
    await notices.deliver();
    expect((await health.check()).toolgate.notices).toEqual({ open: 0, parked: 2 });
    expect(logs.filter((line) => line.startsWith('error'))).toHaveLength(2);
    const { items } = await notices.list({ state: 'parked' });
    expect(items[0]).toMatchObject({ channel: 'desk', failures: 3, error: 'Error: the receiver is down' });
    const [one, other] = items.map(({ notice }) => notice.id);
    expect((await notices.list({}, { tenant: 'default' })).items.map(({ notice }) => notice.id)).toEqual([one]);
    expect(await rejectionOf(notices.retry(one!, { id: 'ada', administrator: false }))).toBeInstanceOf(
      RunOperationException,
    );
    // A person of another tenant sees no such notice.
    expect([await notices.retry(other!, GRACE), await notices.drop(other!, GRACE)]).toEqual([false, false]);
    box.before = () => {};
    expect(await notices.retry(one!, GRACE)).toBe(true);
    expect(await notices.retry(one!, GRACE)).toBe(false);
    await notices.deliver();
    expect(box.received.map(({ id }) => id)).toEqual([one]);
    expect(await notices.drop(other!, { ...GRACE, tenant: 'acme' })).toBe(true);
    expect(await notices.counts()).toEqual({ open: 0, parked: 0 });
    clock.advance(7 * DAY);
    expect(await notices.removeOld()).toBe(1);
    await app.close();
  });

  it('receives the notices of a process that was killed before, or during, the delivery', async () => {
    const clock = new VirtualClock();
    const { store } = await open(clock);
    const lost = await bootWith(store, [new Box('desk')], {}, [refund, refund]);
    const before = await lost.ask('c-1');
    const during = await lost.ask('c-2');
    const [taken] = await store.notices!()!.take({ channel: 'desk', holder: 'lost', forMs: 60_000, limit: 1 });
    expect(taken?.notice.run).toBe(before.runId);
    const box = new Box('desk');
    const { app, notices } = await bootWith(store, [box]);
    await notices.deliver();
    expect(box.received.map(({ runId }) => runId)).toEqual([during.runId]);
    clock.advance(60_000);
    await notices.deliver();
    expect(box.received.map(({ runId }) => runId)).toEqual([during.runId, before.runId]);
    await Promise.all([app.close(), lost.app.close()]);
  });

  it('is required for notices: without one, no notice is stored', async () => {
    const { store } = await open();
    const { app, ask, decide } = await bootWith(store, [], {}, [refund]);
    const { first } = await ask();
    await decide(first.id);
    expect(await store.notices!()!.list({})).toEqual({ items: [] });
    expect((await app.get(ApprovalHealth).check()).toolgate.notices).toBeUndefined();
    await app.close();
  });
});

describe('two instances on PostgreSQL', () =>
  onPostgres((open) => {
    it('deliver each notice once, each run in order', async () => {
      const { store } = await open();
      const received: ApprovalNotice[] = [];
      const shared = () => {
        const box = new Box('desk');
        box.before = async (notice) => void received.push(notice);
        return box;
      };
      const script = Array.from({ length: 20 }, () => refund);
      const [one, other] = [await bootWith(store, [shared()], {}, script), await bootWith(store, [shared()])];
      const runs = [];
      for (let index = 0; index < 20; index++) runs.push(await one.ask(`c-${index}`));
      for (const { first } of runs) await other.decide(first.id);
      await Promise.all([one.notices.deliver(), other.notices.deliver()]);
      await one.notices.deliver();
      expect(received).toHaveLength(40);
      expect(new Set(received.map(({ id }) => id)).size).toBe(40);
      for (const { runId } of runs) {
        expect(received.filter((notice) => notice.runId === runId).map(({ kind }) => kind)).toEqual([
          'asked',
          'decided',
        ]);
      }
      await Promise.all([one.app.close(), other.app.close()]);
    });
  }));

describe('a store without notices', () => {
  class PlainStore extends InMemoryApprovalStore {
    override notices = undefined as never;
  }

  it('serves an application without channels, and stops one that has a channel', async () => {
    const store = new PlainStore();
    const { app, ask } = await bootWith(store, [], {}, [refund]);
    await ask();
    await app.close();
    await expect(bootWith(store, [new Box('desk')])).rejects.toThrow(
      'The ApprovalChannel "desk" needs a store of notices, and the ApprovalStore of the application has none. Add notices() to it, or remove the channel.',
    );
  });
});
