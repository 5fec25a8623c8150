import { expect, it } from 'vitest';
import {
  type ChangeRun,
  InMemoryApprovalStore,
  RequestReusedException,
  RunContentRemovedException,
  RunLostException,
  ToolApprovalStrategy,
} from 'toolgate/approval';
import { FaultInjectingApprovalStore } from 'toolgate/testing';
import { type PreparedCall, ToolGate, type Verdict } from 'toolgate/tool';
import { deferred } from '../story.fixture.js';
import { ADA, GRACE, openShop, runOf, Users } from './gated-calls.fixture.js';
import { runAhead } from './monotonic-clock.fixture.js';
import { onEveryDatabase } from './on-every-database.fixture.js';
import { until } from './waiting.fixture.js';

const REQUEST = { requestId: 'night-2030-01-31' };

onEveryDatabase('a request of a call outside of a turn', (open) => {
  it('is saved before its body, runs once, and returns the same result wherever it is repeated', async () => {
    const { store } = await open();
    const first = await openShop({ store });
    let saved: string | undefined;
    first.refunds.before = async () => {
      saved = (await store.runs({})).items[0]?.slots[0]?.state;
    };
    const input = { order: 'A-1', amount: 40 };
    const called = await first.gated.call('refund', input, REQUEST);
    expect(called).toMatchObject({ status: 'completed', result: { refunded: 40 } });
    expect(saved).toBe('started');
    const { runId } = called;
    const second = await openShop({ store });
    expect(await second.gated.call('refund', { amount: 40, order: 'A-1' }, REQUEST)).toEqual(called);
    expect(await second.gated.outcome(runId!, {}, ADA)).toEqual(called);
    expect([...first.refunds.done, ...second.refunds.done]).toHaveLength(1);
    expect(first.refunds.done[0]!.key).toBe(`${runId}:0:0`);
    expect((await store.runs({})).items).toHaveLength(1);
    expect(await first.approvals.runs.get(runId!)).toMatchObject({ requestId: REQUEST.requestId, status: 'completed' });
    await first.app.close();
    await second.app.close();
  });

  it('has one run, and runs its body once, if many callers make it at the same time', async () => {
    const { store } = await open();
    const [first, second] = [await openShop({ store }), await openShop({ store })];
    for (const amount of [40, 70]) {
      const request = { requestId: `r-${amount}`, waitMs: amount === 40 ? 20_000 : 0 };
      const input = { order: 'A-1', amount };
      const calls = Array.from({ length: 8 }, (_, index) =>
        (index % 2 ? first : second).gated.call('refund', input, request),
      );
      const outcomes = await Promise.all(calls);
      expect(new Set(outcomes.map(({ runId }) => runId)).size).toBe(1);
      expect(new Set(outcomes.map(({ status }) => status))).toEqual(
        new Set([amount === 40 ? 'completed' : 'suspended']),
      );
    }
    expect([...first.refunds.done, ...second.refunds.done]).toHaveLength(1);
    expect((await store.runs({})).items).toHaveLength(2);
    await first.app.close();
    await second.app.close();
  });

  it('that waits has the same run when it is repeated, and its result after the run has ended', async () => {
    const { store } = await open();
    const { app, gated, refunds, decide, sweep } = await openShop({ store });
    const input = { order: 'A-1', amount: 70 };
    const runId = runOf(await gated.call('refund', input, REQUEST));
    expect(runOf(await gated.call('refund', input, REQUEST))).toBe(runId);
    await decide(runId);
    await sweep();
    await until(async () => (await store.state(runId))!.run.status === 'completed');
    expect(await gated.call('refund', input, REQUEST)).toMatchObject({ status: 'completed', runId });
    expect(refunds.done).toHaveLength(1);
    await app.close();
  });

  it('throws if it is repeated with other arguments or another tool, and belongs to one requester of one tenant', async () => {
    const { store } = await open();
    const { app, gated, refunds } = await openShop({ store });
    await gated.call('refund', { order: 'A-1', amount: 40 }, REQUEST);
    const again = [
      () => gated.call('refund', { order: 'A-1', amount: 41 }, REQUEST),
      () => gated.call('close', { order: 'A-1', amount: 40 }, REQUEST),
    ];
    for (const call of again) {
      await expect(call()).rejects.toThrow(RequestReusedException);
      await expect(call()).rejects.toThrow(/"night-2030-01-31" belongs to the run .* Pass a new requestId/);
    }
    for (const toolContext of [{ user: 'bob' }, { tenant: 'globex' }, { user: 'bob', tenant: 'globex' }]) {
      expect(await gated.call('refund', { order: 'A-1', amount: 41 }, { ...REQUEST, toolContext })).toMatchObject({
        status: 'completed',
      });
    }
    expect(refunds.done).toHaveLength(4);
    await app.close();
  });

  it('that a strategy rejects keeps its rejection, and one with invalid arguments is not saved', async () => {
    const { store } = await open();
    const { app, gated } = await openShop({ store });
    const rejected = await gated.call('refund', { order: 'A-1', amount: 5000 }, REQUEST);
    expect(rejected).toMatchObject({ status: 'rejected', reason: 'more than 1000' });
    expect(await gated.call('refund', { order: 'A-1', amount: 5000 }, REQUEST)).toEqual(rejected);
    expect((await store.runs({})).items).toMatchObject([{ status: 'completed', hasEffects: false }]);
    const other = { requestId: 'other' };
    expect(await gated.call('refund', { order: 'A-1' }, other)).toMatchObject({ status: 'invalid' });
    expect(await gated.call('refund', { order: 'A-1', amount: 1 }, other)).toMatchObject({ status: 'completed' });
    await app.close();
  });

  it('whose content was removed runs nothing when it is repeated', async () => {
    const { store } = await open();
    const { app, gated, refunds, approvals } = await openShop({ store });
    const request = () => gated.call('refund', { order: 'A-1', amount: 40 }, REQUEST);
    const { runId } = await request();
    await approvals.runs.forget(runId!, GRACE);
    await expect(request()).rejects.toThrow(RunContentRemovedException);
    expect(refunds.done).toHaveLength(1);
    await app.close();
  });

  it('continues if its caller leaves, and is not saved if the caller has left before', async () => {
    const { store } = await open();
    const { app, gated, refunds } = await openShop({ store });
    const body = deferred();
    refunds.before = () => body.promise;
    const leaving = new AbortController();
    const input = { order: 'A-1', amount: 40 };
    const calling = gated.call('refund', input, { ...REQUEST, signal: leaving.signal });
    await until(async () => (await store.runs({})).items[0]?.slots[0]?.state === 'started');
    leaving.abort(new Error('left'));
    await expect(calling).rejects.toThrow('left');
    const [left] = (await store.runs({})).items;
    expect(left).toMatchObject({ status: 'resuming', slots: [{ state: 'started' }] });
    expect(runOf(await gated.call('refund', input, REQUEST))).toMatch(/^call_/);
    body.resolve();
    expect(await gated.call('refund', input, { ...REQUEST, waitMs: 20_000 })).toMatchObject({ status: 'completed' });
    expect(refunds.done).toHaveLength(1);
    const late = { requestId: 'late', signal: leaving.signal };
    await expect(gated.call('refund', input, late)).rejects.toThrow('left');
    expect((await store.runs({})).items).toHaveLength(1);
    await app.close();
  });

  it.each<Verdict>([{ type: 'run' }, { type: 'reject', reason: 'closed' }])(
    'is not saved if its caller leaves while the gate decides $type',
    async (verdict) => {
      const { store } = await open();
      const [asked, decided] = [deferred(), deferred()];
      // A gate of an application may ignore the abort signal.
      class SlowGate extends ToolGate {
        async decide(batch: readonly PreparedCall[]): Promise<readonly Verdict[]> {
          asked.resolve();
          await decided.promise;
          return batch.map(({ input }) => (input['order'] === 'A-1' ? verdict : { type: 'run' }));
        }
      }
      const { app, gated, refunds } = await openShop({ store, providers: [{ provide: ToolGate, useClass: SlowGate }] });
      const leaving = new AbortController();
      const options = { ...REQUEST, signal: leaving.signal };
      const calling = gated.call('refund', { order: 'A-1', amount: 40 }, options);
      await asked.promise;
      leaving.abort(new Error('left'));
      await expect(calling).rejects.toThrow('left');
      decided.resolve();
      // A later request waits for the same steps. When it is saved, the first one would be saved too.
      await gated.call('refund', { order: 'A-2', amount: 40 }, { requestId: 'after' });
      expect((await store.runs({})).items).toMatchObject([{ requestId: 'after' }]);
      expect(refunds.done).toMatchObject([{ order: 'A-2' }]);
      await app.close();
    },
  );

  it('that is canceled while its body runs throws, and outcome() returns the result of the body', async () => {
    const { store } = await open();
    const { app, gated, refunds, approvals } = await openShop({ store });
    const body = deferred();
    refunds.before = () => body.promise;
    const input = { order: 'A-1', amount: 40 };
    const calling = gated.call('refund', input, REQUEST);
    calling.catch(() => {});
    await until(async () => (await store.runs({})).items[0]?.slots[0]?.state === 'started');
    const { id } = (await store.runs({})).items[0]!;
    await approvals.runs.cancel(id, GRACE, 'stop');
    await expect(calling).rejects.toThrow(/stop/);
    body.resolve();
    await until(async () => (await store.state(id))!.run.status === 'cancelled');
    expect((await store.state(id))!.run).toMatchObject({ endedAt: expect.any(Number), slots: [{ state: 'done' }] });
    expect(await gated.outcome(id, {}, ADA)).toMatchObject({ status: 'completed', result: { refunded: 40 } });
    await app.close();
  });
});

it.each([40, 70])(
  'a request of %d is decided and saved for the requester that was identified first',
  async (amount) => {
    const [identified, decidedFor]: [string[], unknown[]] = [[], []];
    class Sessions extends Users {
      override identify() {
        return { id: identified.push('asked') === 1 ? 'ada' : 'bob' };
      }
    }
    const strategy = ToolApprovalStrategy.of((_tool, args, { requester }) => {
      decidedFor.push(requester?.id);
      return { type: Number(args['amount']) > 50 ? 'ask' : 'approve' };
    });
    const { app, gated, store } = await openShop({ approval: { strategy, requester: new Sessions() } });
    await gated.call('refund', { order: 'A-1', amount }, REQUEST);
    expect([identified.length, decidedFor]).toEqual([1, ['ada']]);
    expect((await store.runs({})).items).toMatchObject([{ requester: { id: 'ada' } }]);
    await app.close();
  },
);

it('a request that is repeated is not decided again', async () => {
  let decided = 0;
  const strategy = ToolApprovalStrategy.of(() => {
    decided++;
    return { type: 'approve' };
  });
  const { app, gated, refunds } = await openShop({ approval: { strategy } });
  const call = () => gated.call('refund', { order: 'A-1', amount: 40 }, REQUEST);
  expect(await call()).toEqual(await call());
  expect([decided, refunds.done.length]).toEqual([1, 1]);
  await app.close();
});

it.each<[string, object]>([
  ['with a requestId', REQUEST],
  ['without one', {}],
])('a call %s whose caller leaves while the strategy decides does not wait for a person', async (_, request) => {
  const leaving = new AbortController();
  const strategy = ToolApprovalStrategy.of(() => {
    leaving.abort(new Error('left'));
    return { type: 'ask' };
  });
  const { app, store, gated } = await openShop({ approval: { strategy } });
  const calling = gated.call('refund', { order: 'A-1', amount: 70 }, { ...request, signal: leaving.signal });
  await expect(calling).rejects.toThrow('left');
  // A later call waits for the same steps. When it is saved, the first one would be saved too.
  await gated.call('refund', { order: 'A-2', amount: 70 }, { requestId: 'after' });
  expect((await store.runs({})).items).toMatchObject([{ requestId: 'after' }]);
  await app.close();
});

it('a request and the start of its call are saved in one write, and it runs once although the replies to its writes are lost', async () => {
  const store = new InMemoryApprovalStore();
  const writes: string[] = [];
  const losing = new FaultInjectingApprovalStore(store, ({ method }) => {
    if (method !== 'change') return 'ok';
    writes.push(method);
    return writes.length % 2 === 1 ? 'lost-reply' : 'ok';
  });
  const shop = await openShop({ store: losing });
  const called = await shop.gated.call('refund', { order: 'A-1', amount: 40 }, REQUEST);
  expect(called).toMatchObject({ status: 'completed', result: { refunded: 40 } });
  expect(shop.refunds.done).toHaveLength(1);
  // Each of the two writes is repeated once.
  expect(writes).toHaveLength(4);
  const types = (await store.events(called.runId!)).map(({ type }) => type);
  expect(types).toEqual(['BATCH', 'STARTED', 'FINISHED', 'COMPLETED']);
  await shop.app.close();
});

it('a request that another process completes while the gate decides returns the result of that process, and runs nothing', async () => {
  const store = new InMemoryApprovalStore();
  const other = await openShop({ store });
  const input = { order: 'A-1', amount: 40 };
  const strategy = ToolApprovalStrategy.of(async () => {
    await other.gated.call('refund', input, REQUEST);
    return { type: 'approve' };
  });
  const { app, gated, refunds } = await openShop({ store, approval: { strategy } });
  expect(await gated.call('refund', input, REQUEST)).toMatchObject({ status: 'completed', result: { refunded: 40 } });
  expect([refunds.done.length, other.refunds.done.length]).toEqual([0, 1]);
  await other.app.close();
  await app.close();
});

it('a request whose lease has expired when the store answers does not begin its body', async () => {
  const process = runAhead();
  class SlowStore extends InMemoryApprovalStore {
    override async change<T>(run: string, change: ChangeRun<T>): Promise<T> {
      const changed = await super.change(run, change);
      process.advance(60_000);
      return changed;
    }
  }
  const { app, gated, refunds } = await openShop({ store: new SlowStore() });
  const calling = gated.call('refund', { order: 'A-1', amount: 40 }, REQUEST);
  await expect(calling.finally(process.restore)).rejects.toThrow(RunLostException);
  expect(refunds.done).toEqual([]);
  await app.close();
});

it('a request whose process is lost has an unknown outcome until its tool or a person reports it', async () => {
  const store = new InMemoryApprovalStore();
  const { app, gated, refunds, approvals, sweep } = await openShop({ store, approval: { leaseMs: 300 } });
  let isLost = false;
  const failing = new FaultInjectingApprovalStore(store, () => (isLost ? 'fail-before' : 'ok'));
  const lost = await openShop({ store: failing, approval: { leaseMs: 300, shutdownMs: 1 } });
  const body = deferred();
  lost.refunds.before = () => body.promise;
  const input = { order: 'A-1', amount: 40 };
  const calling = lost.gated.call('refund', input, REQUEST);
  calling.catch(() => {});
  await until(async () => (await store.runs({})).items[0]?.slots[0]?.state === 'started');
  const { id } = (await store.runs({})).items[0]!;
  // The process is lost: its writes no longer reach the store.
  isLost = true;
  await until(async () => {
    await sweep();
    return (await store.state(id))!.run.slots[0]!.state === 'unknown';
  });
  expect(await gated.call('refund', input, REQUEST)).toMatchObject({
    status: 'suspended',
    unknown: [{ toolName: 'refund' }],
  });
  const outcome = { type: 'succeeded', value: { refunded: 40, order: 'A-1' } } as const;
  await approvals.runs.reconcile(id, { index: 0, outcome }, GRACE);
  expect(await gated.call('refund', input, REQUEST)).toMatchObject({ status: 'completed', result: { refunded: 40 } });
  expect(refunds.done).toEqual([]);
  // The process continues after all. It may no longer write, and its call ends before the application closes.
  isLost = false;
  body.resolve();
  await calling.catch(() => {});
  await lost.app.close();
  await app.close();
});
