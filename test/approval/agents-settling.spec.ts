import { expect, it } from 'vitest';
import { type ChangeRun, InMemoryApprovalStore, RunDispatcher, type RunState } from 'toolgate/approval';
import { ChatClientRegistry } from 'toolgate/chat';
import { VirtualClock } from 'toolgate/testing';
import { approveOne, bootAgents, runStatuses } from './agents.fixture.js';
import { rejectionOf } from '../chat/chat.fixture.js';
import { keepLogs } from '../story.fixture.js';
import { HandDispatcher } from './hand-dispatcher.fixture.js';
import { waits } from './waiting.fixture.js';

const MINUTE = 60_000;

/** A store that cannot write some runs for a while. */
class FailingStore extends InMemoryApprovalStore {
  readonly failing = new Set<string>();
  attempts = 0;

  override async change<T>(run: string, change: ChangeRun<T>): Promise<T> {
    if (!this.failing.has(run)) return super.change(run, change);
    this.attempts++;
    throw new Error('The row is locked.');
  }
}

/** A turn whose agent has ended, while the worker has not passed the answer yet. */
const bootOwing = async () => {
  const clock = new VirtualClock();
  const store = new FailingStore(clock.now);
  const dispatcher = new HandDispatcher();
  const booted = await bootAgents({
    providers: [{ provide: RunDispatcher, useValue: dispatcher }],
    options: { store, approval: { worker: true, shutdownMs: 1 } },
  });
  const logs = keepLogs();
  booted.app.useLogger(logs);
  const { runId, inside } = await waits(booted.chat.prompt('agent(refund)').call());
  const inner = inside![0]!.runId;
  await approveOne(booted);
  await booted.app.get(ChatClientRegistry).get('inner').resume(inner).call().content();
  return { ...booted, clock, store, logs, runId, inner, sweep: () => dispatcher.sweep() };
};

it('a cancellation that was lost between two agents reaches the second one, and each is noted once', async () => {
  const store = new FailingStore();
  const dispatcher = new HandDispatcher();
  const booted = await bootAgents({
    providers: [{ provide: RunDispatcher, useValue: dispatcher }],
    options: { store, approval: { worker: true, shutdownMs: 1 } },
  });
  const { app, chat, approvals } = booted;
  app.useLogger(keepLogs());
  const { runId, inside } = await waits(chat.prompt('agent(refund) agent(refund)').call());
  const [first, second] = inside!.map((one) => one.runId);
  store.failing.add(second!);
  expect(String(await rejectionOf(approvals.runs.cancel(runId, { id: 'grace' })))).toContain('The row is locked.');
  expect(await runStatuses(booted)).toEqual(['suspended', 'cancelled', 'suspended']);
  store.failing.clear();
  await dispatcher.sweep();
  expect(await runStatuses(booted)).toEqual(['cancelled', 'cancelled', 'cancelled']);
  const events = (await approvals.runs.events(runId)).filter(({ type }) => type === 'INNER_CANCELED');
  expect(events.map(({ data }) => data?.['innerRun'])).toEqual([first, second]);
  await app.close();
});

it('an answer that cannot be passed is passed later, and delays no other work until then', async () => {
  const { app, approvals, clock, store, logs, runId, inner, sweep } = await bootOwing();
  store.failing.add(runId);
  await sweep();
  const tried = store.attempts;
  expect(await approvals.runs.get(inner)).toMatchObject({ status: 'completed', failures: 1 });
  expect(logs.lines.join()).toContain('The row is locked.');
  expect(await sweep()).toBeGreaterThan(0);
  expect(store.attempts).toBe(tried);
  store.failing.clear();
  clock.advance(MINUTE);
  await sweep();
  const answered = await approvals.runs.get(inner);
  expect(answered.parent).toMatchObject({ isAnswered: true });
  expect([answered.dueAt, answered.retryAt]).toEqual([undefined, undefined]);
  expect((await approvals.runs.get(runId)).slots).toMatchObject([{ state: 'done' }]);
  await app.close();
});

/** A store in which an answer was lost, because it was restored from two backups. It throws after 100 reads, so that a loop ends. */
class RestoredStore extends InMemoryApprovalStore {
  answered?: string | undefined;
  private reads = 0;

  override async state(run: string): Promise<RunState | undefined> {
    if (++this.reads > 100) throw new Error('The run was read more than 100 times.');
    const state = await super.state(run);
    if (!state || run !== this.answered) return state;
    const { parent } = state.run;
    return { ...state, run: { ...state.run, status: 'completed', parent: { ...parent!, isAnswered: true } } };
  }
}

it('a turn whose agent has passed an answer that was lost still waits, and its reader does not', async () => {
  const store = new RestoredStore();
  const { chat } = await bootAgents({ options: { store } });
  const { runId, inside } = await waits(chat.prompt('agent(refund)').call());
  store.answered = inside![0]!.runId;
  expect(await chat.resume(runId).call().outcome()).toMatchObject({ status: 'suspended' });
});

/** A store in which another process comes first: it acts before a run is read. */
class OvertakenStore extends InMemoryApprovalStore {
  before?: { readonly run: string; readonly act: () => Promise<unknown> } | undefined;

  override async state(run: string): Promise<RunState | undefined> {
    const { before } = this;
    if (before?.run === run) {
      this.before = undefined;
      await before.act();
    }
    return super.state(run);
  }
}

it('a reader receives the answer, although another process passed that of the agent while the turn was read', async () => {
  const store = new OvertakenStore();
  const dispatcher = new HandDispatcher();
  const booted = await bootAgents({
    providers: [{ provide: RunDispatcher, useValue: dispatcher }],
    options: { store, approval: { worker: true, shutdownMs: 1 } },
  });
  const { app, chat, refunds } = booted;
  const { runId, inside } = await waits(chat.prompt('agent(refund)').call());
  await approveOne(booted);
  const run = inside![0]!.runId;
  const act = async () => {
    await app.get(ChatClientRegistry).get('inner').resume(run).call().content();
    await dispatcher.sweep();
  };
  store.before = { run, act };
  expect(await chat.resume(runId).call().content()).toBe('Done: agent(refund).');
  expect(refunds()).toHaveLength(1);
  await app.close();
});

it('a reader receives the outcome of an agent that has ended while another process adds it to its conversation', async () => {
  const store = new InMemoryApprovalStore();
  const { chat, approvals } = await bootAgents({ options: { store } });
  const { runId, inside } = await waits(chat.prompt('agent(refund)').call());
  const inner = inside![0]!.runId;
  await store.change(inner, (state, now) => {
    const lease = { worker: 'another process', until: now + MINUTE };
    const ended = { status: 'failed', error: 'The model is away.', closing: 'The model is away.', lease } as const;
    return { run: { ...state!.run, ...ended, version: state!.run.version + 1 }, result: undefined };
  });
  expect(await chat.resume(runId).call().content()).toBe('Done: agent(refund).');
  expect(await approvals.runs.get(inner)).toMatchObject({ status: 'failed', parent: { isAnswered: true } });
});
