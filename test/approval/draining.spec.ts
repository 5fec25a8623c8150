import { afterEach, describe, expect, it, vi } from 'vitest';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  ApprovalHealth,
  ApprovalService,
  ChatClient,
  HumanApprovalStrategy,
  ShuttingDownException,
  Tool,
  ToolgateModule,
} from 'toolgate';
import { approvalProblem } from '#approval';
import { type ApprovalStore, InMemoryApprovalStore, RunDispatcher } from 'toolgate/approval';
import {
  callsTools,
  FaultInjectingApprovalStore,
  type ScriptedAnswer,
  ScriptedChatModel,
  toolCall,
} from 'toolgate/testing';
import { rejectionOf } from '../chat/chat.fixture.js';
import { deferred } from '../story.fixture.js';
import { Askers, yes } from './approval.fixture.js';
import { HandDispatcher } from './hand-dispatcher.fixture.js';
import { onPostgres } from './on-every-database.fixture.js';
import { onEveryStore, until, waits } from './waiting.fixture.js';

const GRACE = { id: 'grace' };

/** Tools that run until the test ends them, and a tool with a turn inside. */
@Injectable()
class Bank {
  readonly began: string[] = [];
  gate = deferred();
  inner?: () => Promise<string>;

  @Tool({ description: 'Pays', requiresApproval: true })
  async pay(order: string): Promise<string> {
    this.began.push(order);
    await this.gate.promise;
    return (await this.inner?.()) ?? `Paid ${order}`;
  }

  @Tool({ description: 'Pays once for each key', requiresApproval: true, idempotent: true })
  payOnce(order: string): Promise<string> {
    return this.pay(order);
  }
}

const calls = (tool: string) => callsTools(toolCall(tool, { order: 'A-1' }));

interface Story {
  readonly shutdownMs?: number;
  readonly worker?: boolean;
}

const boot = async (store: ApprovalStore, script: readonly ScriptedAnswer[], { shutdownMs, worker = true }: Story) => {
  const model = new ScriptedChatModel(script);
  const approval = { strategy: new HumanApprovalStrategy(), requester: new Askers(), store, worker };
  const dispatcher = new HandDispatcher();
  const client = { tools: [Bank] };
  @Module({
    imports: [ToolgateModule.forRoot({ model, client, retry: false, approval: { ...approval, shutdownMs } })],
    providers: [Bank, { provide: RunDispatcher, useValue: dispatcher }],
  })
  class Desk {}
  const app = await NestFactory.create(Desk, { logger: false });
  await app.init();
  const [chat, approvals] = [app.get(ChatClient), app.get(ApprovalService)];
  const ask = async (tool = 'pay') => {
    const { runId, first } = await waits(chat.prompt('Pay A-1').call());
    await approvals.decide(first.id, yes(await approvals.get(first.id)), GRACE);
    return { runId, tool };
  };
  return { app, chat, approvals, model, dispatcher, bank: app.get(Bank), health: app.get(ApprovalHealth), ask };
};

const statusOf = async ({ health }: { readonly health: ApprovalHealth }) => (await health.check()).toolgate.status;

afterEach(() => void vi.restoreAllMocks());

onEveryStore('a process that receives a signal to end', (open) => {
  it('is not ready at first, then records the call in flight, and ends after that', async () => {
    const store = await open();
    const desk = await boot(store, [calls('pay'), 'Paid.'], {});
    const { runId } = await desk.ask();
    await desk.dispatcher.sweep();
    await until(() => desk.bank.began.length === 1);
    desk.app.enableShutdownHooks(['SIGUSR2']);
    const ended = vi.spyOn(process, 'kill').mockImplementation(() => true);
    process.emit('SIGUSR2', 'SIGUSR2');
    await until(async () => (await statusOf(desk)) === 'down');
    expect((await store.state(runId))!.run).toMatchObject({ status: 'resuming', slots: [{ state: 'started' }] });
    expect(ended).not.toHaveBeenCalled();
    desk.bank.gate.resolve();
    await until(() => ended.mock.calls.length > 0);
    const { run, approvals } = (await store.state(runId))!;
    expect([run.status, run.lease, approvals[0]?.status]).toEqual(['completed', undefined, 'SUCCEEDED']);
  });

  it('claims no run, for its worker or a reader, and another process resumes it', async () => {
    const store = await open();
    const desk = await boot(store, [calls('pay'), calls('pay'), 'Paid.'], {});
    await desk.ask();
    await desk.dispatcher.sweep();
    await until(() => desk.bank.began.length === 1);
    const { runId } = await desk.ask();
    const closing = desk.app.close();
    await until(async () => (await statusOf(desk)) === 'down');
    const { version } = (await store.state(runId))!.run;
    await desk.dispatcher.sweep();
    await desk.dispatcher.worker?.resume(runId);
    expect(await rejectionOf(desk.chat.resume(runId).call().content())).toBeInstanceOf(ShuttingDownException);
    expect(await rejectionOf(desk.approvals.runs.resume(runId))).toBeInstanceOf(ShuttingDownException);
    expect((await store.state(runId))!.run).toMatchObject({ version, failures: 0, status: 'suspended' });
    desk.bank.gate.resolve();
    await closing;
    const other = await boot(store, ['Paid by another.'], {});
    other.bank.gate.resolve();
    await other.dispatcher.sweep();
    await until(async () => (await store.state(runId))!.run.status === 'completed');
    expect([desk.bank.began, other.bank.began]).toEqual([['A-1'], ['A-1']]);
    await other.app.close();
  });

  it('lists nothing in its store, which may be gone already', async () => {
    const store = new FaultInjectingApprovalStore(await open());
    const desk = await boot(store, [calls('pay'), 'Paid.'], {});
    const { runId } = await desk.ask();
    void desk.dispatcher.worker!.resume(runId);
    await until(() => desk.bank.began.length === 1);
    const closing = desk.app.close();
    await until(async () => (await statusOf(desk)) === 'down');
    const before = store.calls.length;
    await desk.dispatcher.sweep();
    expect(store.calls.slice(before)).toEqual([]);
    desk.bank.gate.resolve();
    await closing;
  });

  it.each(['worker', 'reader'])('starts no turn, but turns inside a turn in flight, of a %s', async (by) => {
    const desk = await boot(await open(), [calls('pay'), 'It is 42.', 'Paid.'], {});
    const { runId } = await desk.ask();
    desk.bank.inner = () => desk.chat.prompt('How much?').call().content();
    const reading = by === 'reader' ? desk.chat.resume(runId).call().content() : desk.dispatcher.sweep();
    await until(() => desk.bank.began.length === 1);
    const closing = desk.app.close();
    await until(async () => (await statusOf(desk)) === 'down');
    for (const mode of ['call', 'stream'] as const) {
      const refused = await rejectionOf(desk.chat.prompt('Hello').conversation('c')[mode]().outcome());
      expect(refused).toBeInstanceOf(ShuttingDownException);
      expect(String(refused)).toContain('Send the request to another process');
    }
    desk.bank.gate.resolve();
    await Promise.all([closing, reading]);
    expect(await desk.approvals.runs.get(runId)).toMatchObject({ status: 'completed' });
    expect(desk.model.prompts).toHaveLength(3);
  });

  it.each([
    ['pay', 'unknown', 'OUTCOME_UNKNOWN'],
    ['payOnce', 'started', 'EXECUTING'],
  ])('releases the lease of a call that does not end in time: %s is %s', async (tool, state, status) => {
    const store = await open();
    const desk = await boot(store, [calls(tool)], { shutdownMs: 20 });
    const { runId } = await desk.ask(tool);
    await desk.dispatcher.sweep();
    await until(() => desk.bank.began.length === 1);
    await desk.app.close();
    const { run, approvals } = (await store.state(runId))!;
    expect([run.status, run.lease, approvals[0]?.status]).toEqual(['suspended', undefined, status]);
    expect(run.slots).toMatchObject([{ state, attempt: 1 }]);
    expect([run.failures, run.attempts]).toEqual([0, undefined]);
    const other = await boot(store, ['Paid.'], {});
    other.bank.gate.resolve();
    await other.dispatcher.sweep();
    if (tool === 'payOnce') {
      await until(async () => (await store.state(runId))!.run.status === 'completed');
      expect(other.bank.began).toEqual(['A-1']);
    } else {
      // The body that is late still reports its result.
      desk.bank.gate.resolve();
      await until(async () => (await store.state(runId))!.approvals[0]?.status === 'SUCCEEDED');
      expect(other.bank.began).toEqual([]);
    }
    desk.bank.gate.resolve();
    await other.app.close();
  });
});

describe('a turn that is refused while the process shuts down', () => {
  it('is answered with 503', async () => {
    expect(new ShuttingDownException()).toMatchObject({ status: 503 });
    expect(approvalProblem(new ShuttingDownException())).toMatchObject({ status: 503, problem: 'unavailable' });
  });
});

describe('a dispatcher that does not stop', () => {
  it.each([
    ['never ends', () => new Promise<void>(() => {})],
    ['fails', () => Promise.reject(new Error('The queue is gone.'))],
  ])('does not prevent the release of leases: its stop() %s', async (_name, stop) => {
    const store = new InMemoryApprovalStore();
    const desk = await boot(store, [calls('pay')], { shutdownMs: 20 });
    desk.dispatcher.stop = stop as () => void;
    const { runId } = await desk.ask();
    await desk.dispatcher.sweep();
    await until(() => desk.bank.began.length === 1);
    await desk.app.close();
    expect((await store.state(runId))!.run.lease).toBeUndefined();
    desk.bank.gate.resolve();
  });
});

describe('a process on PostgreSQL that receives a signal to end', () =>
  onPostgres((open) => {
    it('reserves no run, so that no other process waits for it', async () => {
      const { store, execute } = await open();
      const desk = await boot(store, [calls('pay'), calls('pay'), 'Paid.'], {});
      await desk.ask();
      await desk.dispatcher.sweep();
      await until(() => desk.bank.began.length === 1);
      const { runId } = await desk.ask();
      const closing = desk.app.close();
      await until(async () => (await statusOf(desk)) === 'down');
      await desk.dispatcher.sweep();
      expect(await execute(`select reserved from toolgate_approval_runs where id = '${runId}'`)).toEqual([
        { reserved: null },
      ]);
      desk.bank.gate.resolve();
      await closing;
    });
  }));
