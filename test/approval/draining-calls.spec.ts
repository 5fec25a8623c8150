import { afterEach, expect, it, vi } from 'vitest';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  ApprovalHealth,
  ApprovalService,
  GatedCalls,
  ShuttingDownException,
  Tool,
  ToolApprovalStrategy,
  ToolgateModule,
} from 'toolgate';
import { type ApprovalStore, RunDispatcher } from 'toolgate/approval';
import { rejectionOf } from '../chat/chat.fixture.js';
import { deferred } from '../story.fixture.js';
import { Askers, yes } from './approval.fixture.js';
import { runOf } from './gated-calls.fixture.js';
import { HandDispatcher } from './hand-dispatcher.fixture.js';
import { onEveryStore, until } from './waiting.fixture.js';

const GRACE = { id: 'grace' };
const ADA = { id: 'ada' };

/** Payments that run until the test ends them. */
@Injectable()
class Bank {
  readonly began: string[] = [];
  readonly gate = deferred();
  inner: () => Promise<unknown> = async () => {};

  @Tool({ description: 'Pays' })
  async pay(order: string, amount: number): Promise<string> {
    this.began.push(order);
    await this.gate.promise;
    await this.inner();
    return `Paid ${amount}`;
  }

  @Tool({ description: 'Pays once for each key', idempotent: true })
  payOnce(order: string, amount: number): Promise<string> {
    return this.pay(order, amount);
  }

  @Tool({ description: 'Looks up a balance', requiresApproval: false })
  balance(): number {
    return 42;
  }
}

const above50 = ToolApprovalStrategy.of((_tool, { amount }) =>
  Number(amount) > 50 ? { type: 'ask' } : { type: 'approve' },
);

const boot = async (store: ApprovalStore, shutdownMs?: number) => {
  const dispatcher = new HandDispatcher();
  const approval = { strategy: above50, requester: new Askers(), store, shutdownMs };
  @Module({
    imports: [ToolgateModule.forRoot({ approval })],
    providers: [Bank, { provide: RunDispatcher, useValue: dispatcher }],
  })
  class Shop {}
  const app = await NestFactory.create(Shop, { logger: false });
  await app.init();
  const [gated, approvals, bank] = [app.get(GatedCalls), app.get(ApprovalService), app.get(Bank)];
  const isDraining = async () => (await app.get(ApprovalHealth).check()).toolgate.status === 'down';
  /** Calls a tool, and has a person approve it. */
  const approved = async (tool = 'pay') => {
    const runId = runOf(await gated.call(tool, { order: 'A-1', amount: 80 }));
    const [waiting] = (await approvals.list({ runId })).items;
    await approvals.decide(waiting!.id, yes(waiting!), GRACE);
    return runId;
  };
  const outcomeOf = (runId: string) => gated.outcome(runId, {}, ADA);
  return { app, approvals, bank, dispatcher, gated, isDraining, approved, outcomeOf };
};

type Shop = Awaited<ReturnType<typeof boot>>;

/** Has the worker start the body of an approved call. */
const startBody = async (shop: Shop, tool?: string) => {
  const runId = await shop.approved(tool);
  await shop.dispatcher.sweep();
  await until(() => shop.bank.began.length === 1);
  return runId;
};

afterEach(() => void vi.restoreAllMocks());

onEveryStore('a process that receives a signal to end while a gated call runs', (open) => {
  it('is not ready at first, then records the call, and ends after that', async () => {
    const store = await open();
    const shop = await boot(store);
    const runId = await startBody(shop);
    shop.app.enableShutdownHooks(['SIGUSR2']);
    const ended = vi.spyOn(process, 'kill').mockImplementation(() => true);
    process.emit('SIGUSR2', 'SIGUSR2');
    await until(shop.isDraining);
    expect((await store.state(runId))!.run).toMatchObject({ status: 'resuming', slots: [{ state: 'started' }] });
    expect(ended).not.toHaveBeenCalled();
    shop.bank.gate.resolve();
    await until(() => ended.mock.calls.length > 0);
    const { run, approvals } = (await store.state(runId))!;
    expect([run.status, run.lease, approvals[0]?.status]).toEqual(['completed', undefined, 'SUCCEEDED']);
    const other = await boot(store);
    expect(await other.outcomeOf(runId)).toEqual({ runId, status: 'completed', result: 'Paid 80' });
    expect(other.bank.began).toEqual([]);
    await other.app.close();
  });

  it('records a request that its caller runs, and the caller receives the result', async () => {
    const store = await open();
    const shop = await boot(store);
    const requestOf = ({ gated }: Shop) => gated.call('pay', { order: 'A-1', amount: 5 }, { requestId: 'r-1' });
    const calling = requestOf(shop);
    await until(() => shop.bank.began.length === 1);
    const closing = shop.app.close();
    await until(shop.isDraining);
    const [run] = (await shop.approvals.runs.list({ kind: 'call' })).items;
    expect(run).toMatchObject({ status: 'resuming', slots: [{ state: 'started' }] });
    shop.bank.gate.resolve();
    const completed = { runId: run!.id, status: 'completed', result: 'Paid 5' };
    expect(await calling).toEqual(completed);
    await closing;
    const other = await boot(store);
    expect(await requestOf(other)).toEqual(completed);
    expect(other.bank.began).toEqual([]);
    await other.app.close();
  });

  it('starts no other call and claims none, and another process runs it', async () => {
    const store = await open();
    const shop = await boot(store);
    await startBody(shop);
    const waiting = await shop.approved();
    const closing = shop.app.close();
    await until(shop.isDraining);
    const { version } = (await store.state(waiting))!.run;
    for (const options of [{}, { requestId: 'r-2' }]) {
      const refused = await rejectionOf(shop.gated.call('pay', { order: 'A-2', amount: 5 }, options));
      expect(refused).toBeInstanceOf(ShuttingDownException);
    }
    await shop.dispatcher.sweep();
    expect(await shop.outcomeOf(waiting)).toMatchObject({ status: 'suspended' });
    expect((await store.state(waiting))!.run).toMatchObject({ version, failures: 0, status: 'suspended' });
    shop.bank.gate.resolve();
    await closing;
    const other = await boot(store);
    other.bank.gate.resolve();
    await other.dispatcher.sweep();
    await until(async () => (await store.state(waiting))!.run.status === 'completed');
    expect([shop.bank.began, other.bank.began]).toEqual([['A-1'], ['A-1']]);
    await other.app.close();
  });

  it('answers those that wait for a decision at once, and those that wait for the call with its result', async () => {
    const shop = await boot(await open());
    const runId = await startBody(shop);
    const waitMs = 600_000;
    const undecided = shop.gated.call('pay', { order: 'A-2', amount: 80 }, { waitMs });
    const running = shop.gated.outcome(runId, { waitMs }, ADA);
    await until(async () => (await shop.approvals.list({ status: 'PENDING' })).items.length === 1);
    const closing = shop.app.close();
    expect(await undecided).toMatchObject({ status: 'suspended', approvals: [{ toolName: 'pay' }] });
    shop.bank.gate.resolve();
    expect(await running).toMatchObject({ status: 'completed', result: 'Paid 80' });
    await closing;
  });

  it.each(['a worker', 'a request'])('starts a call that the body of a call in flight makes, of %s', async (by) => {
    const store = await open();
    const shop = await boot(store);
    const seen: unknown[] = [];
    shop.bank.inner = async () => void seen.push(await shop.gated.call('balance', {}));
    const calling =
      by === 'a worker' ? startBody(shop) : shop.gated.call('pay', { order: 'A-1', amount: 5 }, { requestId: 'r-1' });
    await until(() => shop.bank.began.length === 1);
    const closing = shop.app.close();
    await until(shop.isDraining);
    shop.bank.gate.resolve();
    await Promise.all([closing, calling]);
    expect(seen).toEqual([{ status: 'completed', result: 42 }]);
    const [run] = (await shop.approvals.runs.list({ kind: 'call' })).items;
    expect(run).toMatchObject({ status: 'completed' });
  });

  it.each([
    ['pay', 'unknown', 'OUTCOME_UNKNOWN'],
    ['payOnce', 'started', 'EXECUTING'],
  ])('releases a call that does not end in time: %s is %s', async (tool, state, status) => {
    const store = await open();
    const shop = await boot(store, 20);
    const runId = await startBody(shop, tool);
    await shop.app.close();
    const { run, approvals } = (await store.state(runId))!;
    expect([run.status, run.lease, approvals[0]?.status]).toEqual(['suspended', undefined, status]);
    expect(run.slots).toMatchObject([{ state, attempt: 1 }]);
    expect([run.failures, run.attempts]).toEqual([0, undefined]);
    const other = await boot(store);
    other.bank.gate.resolve();
    await other.dispatcher.sweep();
    // The body that is late still reports its result.
    if (tool === 'pay') shop.bank.gate.resolve();
    await until(async () => (await store.state(runId))!.run.status === 'completed');
    expect(await other.outcomeOf(runId)).toMatchObject({ status: 'completed', result: 'Paid 80' });
    expect(other.bank.began).toEqual(tool === 'pay' ? [] : ['A-1']);
    shop.bank.gate.resolve();
    await other.app.close();
  });
});
