import { expect, it } from 'vitest';
import { type ApprovalStore, type ChangeRun, InMemoryApprovalStore, type RunState } from 'toolgate/approval';
import { ChatClientRegistry, ShuttingDownException } from 'toolgate/chat';
import { FaultInjectingApprovalStore, InjectedFaultException, VirtualClock } from 'toolgate/testing';
import { functionTool, ToolCallback } from 'toolgate/tool';
import { approveOne, bootAgents, runStatuses } from './agents.fixture.js';
import { Askers } from './approval.fixture.js';
import { rejectionOf } from '../chat/chat.fixture.js';
import { deferred } from '../story.fixture.js';
import { onEveryStore, until, waits } from './waiting.fixture.js';

const grace = { id: 'grace' };
const LEASE_MS = 30_000;

/** A store that has lost the records of some runs. */
class LosingStore extends InMemoryApprovalStore {
  readonly lost = new Set<string>();

  override change<T>(run: string, change: ChangeRun<T>): Promise<T> {
    return super.change(this.lost.has(run) ? `lost ${run}` : run, change);
  }

  override async state(run: string): Promise<RunState | undefined> {
    return this.lost.has(run) ? undefined : super.state(run);
  }
}

/** A store in which a person acts right after a run has completed, before the process receives the reply. */
class SlowStore extends InMemoryApprovalStore {
  after?: { readonly run: string; readonly act: () => Promise<unknown> } | undefined;

  override async change<T>(run: string, change: ChangeRun<T>): Promise<T> {
    const result = await super.change(run, change);
    const { after } = this;
    if (after?.run === run && (await this.state(run))?.run.status === 'completed') {
      this.after = undefined;
      await after.act();
    }
    return result;
  }
}

onEveryStore('runs around and inside a call of an agent', (open) => {
  const boot = async (options: NonNullable<Parameters<typeof bootAgents>[0]>['options'] = {}, clock?: VirtualClock) =>
    bootAgents({ options: { store: await open(clock), ...options } });

  /** Starts a turn whose innermost body runs until the gate opens. */
  const running = async (task: string, clock?: VirtualClock) => {
    const gate = deferred<string>();
    const booted = await boot({ approval: { onMessage: 'supersede' } }, clock);
    let began = false;
    booted.desk.refund = () => {
      began = true;
      return gate.promise as never;
    };
    const { runId, inside } = await waits(booted.chat.prompt(task).conversation('c').call());
    await approveOne(booted);
    const resuming = booted.chat.resume(runId).call().content();
    resuming.catch(() => {});
    await until(() => began);
    return { ...booted, gate, runId, inside: inside![0]!.runId, resuming };
  };

  it.each(['agent(refund)', 'agent(agent(refund))'])(
    'leave no room for a message while a body inside runs: %s',
    async (task) => {
      const { chat, approvals, runId, gate, resuming } = await running(task);
      const refused = await rejectionOf(chat.prompt('find').conversation('c').call().content());
      expect((refused as Error).message).toMatch(/waits for the run \S+ inside it, which has not ended/);
      expect((await approvals.runs.get(runId)).canceling).toBeUndefined();
      gate.resolve('Refunded');
      expect(await resuming).toBe(`Done: ${task}.`);
    },
  );

  it('leave no room for a message while the outcome of a body inside is unknown', async () => {
    const clock = new VirtualClock();
    const { app, chat, approvals, runId, inside, gate } = await running('agent(refund)', clock);
    clock.advance(LEASE_MS);
    const client = app.get(ChatClientRegistry).get('inner');
    expect((await waits(client.resume(inside).call())).unknown).toHaveLength(1);
    const refused = await rejectionOf(chat.prompt('find').conversation('c').call().content());
    expect(refused).toMatchObject({ name: 'RunConflictException' });
    expect((await approvals.runs.get(runId)).canceling).toBeUndefined();
    gate.resolve('Refunded');
  });

  it('leave no room for a message while an idempotent body inside will start again', async () => {
    const clock = new VirtualClock();
    const requester = new Askers();
    const [began, gate] = [deferred(), deferred<string>()];
    let starts = 0;
    const run = () => {
      began.resolve();
      return ++starts === 1 ? gate.promise : 'Paid';
    };
    const pay = functionTool({ name: 'pay', requiresApproval: true, idempotent: true, run });
    const booted = await bootAgents({
      options: { store: await open(clock), approval: { onMessage: 'supersede', leaseMs: LEASE_MS, requester } },
      providers: [{ provide: ToolCallback, useValue: pay }],
      client: { tools: [pay] },
    });
    const { app, chat, approvals } = booted;
    const { runId, inside } = await waits(chat.prompt('agent(pay)').conversation('c').call());
    await approveOne(booted);
    const resume = () => app.get(ChatClientRegistry).get('inner').resume(inside![0]!.runId).call().content();
    const lost = rejectionOf(resume());
    await began.promise;
    clock.advance(LEASE_MS);
    requester.rehydrate = () => {
      throw new Error('The directory is down');
    };
    await rejectionOf(resume());
    const refused = await rejectionOf(chat.prompt('find').conversation('c').call().content());
    expect((refused as Error).message).toMatch(/waits for the run \S+ inside it, which has not ended/);
    expect((await approvals.runs.get(runId)).canceling).toBeUndefined();
    clock.advance(LEASE_MS);
    requester.rehydrate = Askers.prototype.rehydrate;
    expect(await chat.resume(runId).call().content()).toBe('Done: agent(pay).');
    gate.resolve('Late');
    await lost;
    expect(starts).toBe(2);
    await app.close();
  });

  it('end in any order: a turn may be canceled after the turn of its agent has ended', async () => {
    const booted = await boot();
    const { app, chat, approvals, refunds } = booted;
    const { runId, inside } = await waits(chat.prompt('agent(refund)').call());
    await approveOne(booted);
    const [{ runId: inner } = { runId: '' }] = inside!;
    await app.get(ChatClientRegistry).get('inner').resume(inner).call().content();
    // The answer is part of its content.
    const early = await rejectionOf(approvals.runs.forget(inner, grace));
    expect(early).toMatchObject({ name: 'RunConflictException' });
    await approvals.runs.cancel(runId, grace, 'not needed');
    expect(await runStatuses(booted)).toEqual(['cancelled', 'completed']);
    expect(refunds()).toHaveLength(1);
    await approvals.runs.forget(inner, grace);
  });

  it('are canceled by a worker if the process that canceled the outer one was lost', async () => {
    const store = await open();
    const faults = new FaultInjectingApprovalStore(store);
    const lost = await bootAgents({ options: { store: faults } });
    const { runId } = await waits(lost.chat.prompt('agent(refund)').call());
    let changes = 0;
    faults.plan = ({ method }) => (method === 'change' && ++changes > 1 ? 'fail-before' : 'ok');
    expect(await rejectionOf(lost.approvals.runs.cancel(runId, grace))).toBeInstanceOf(InjectedFaultException);
    expect(await runStatuses(lost)).toEqual(['suspended', 'suspended']);
    const { app } = await bootAgents({ options: { store, approval: { worker: true } } });
    await until(async () => (await runStatuses(lost)).join() === 'cancelled,cancelled', 20_000);
    await app.close();
  });

  it('wait after a failed attempt of the inner one, and resume at the next', async () => {
    const booted = await boot();
    const { chat, model } = booted;
    const { runId } = await waits(chat.prompt('agent(refund)').call());
    await approveOne(booted);
    const call = model.call.bind(model);
    model.call = async () => Promise.reject(new Error('The provider is away.'));
    expect(await chat.resume(runId).call().outcome()).toMatchObject({ status: 'suspended', inside: [{}] });
    model.call = call;
    expect(await chat.resume(runId).call().content()).toBe('Done: agent(refund).');
    expect(booted.refunds()).toHaveLength(1);
  });

  it('are not resumed by a process that shuts down', async () => {
    const booted = await boot();
    const { app, chat, refunds } = booted;
    const { runId } = await waits(chat.prompt('agent(refund)').call());
    await approveOne(booted);
    await app.close();
    expect(await rejectionOf(chat.resume(runId).call().outcome())).toBeInstanceOf(ShuttingDownException);
    expect(refunds()).toEqual([]);
  });
});

it('a reader of an agent receives the answer although the turn around it is canceled when the agent ends', async () => {
  const store = new SlowStore();
  const booted = await bootAgents({ options: { store } });
  const { app, chat, approvals } = booted;
  const { runId, inside } = await waits(chat.prompt('agent(refund)').call());
  await approveOne(booted);
  const run = inside![0]!.runId;
  store.after = { run, act: () => approvals.runs.cancel(runId, grace, 'not needed') };
  expect(await app.get(ChatClientRegistry).get('inner').resume(run).call().content()).toBe('Done: refund.');
  expect(store.after).toBeUndefined();
  expect(await runStatuses(booted)).toEqual(['cancelled', 'completed']);
});

it.each(['inner', 'outer'])('a run ends although the records of the %s one are lost', async (which) => {
  const store = new LosingStore();
  const { chat, approvals } = await bootAgents({ options: { store: store as ApprovalStore } });
  const { runId, inside } = await waits(chat.prompt('agent(refund)').call());
  const inner = inside![0]!.runId;
  const [lost, left] = which === 'inner' ? [inner, runId] : [runId, inner];
  store.lost.add(lost);
  await approvals.runs.cancel(left, grace, 'not needed');
  expect(await approvals.runs.get(left)).toMatchObject({ status: 'cancelled', endedAt: expect.any(String) });
});

it('a turn is forgotten although the records of its agent were deleted before', async () => {
  const store = new LosingStore();
  const booted = await bootAgents({ options: { store: store as ApprovalStore } });
  const { chat, approvals } = booted;
  const { runId, inside } = await waits(chat.prompt('agent(refund)').call());
  await approveOne(booted);
  await chat.resume(runId).call().content();
  store.lost.add(inside![0]!.runId);
  expect(await approvals.runs.forget(runId, grace)).toMatchObject({ contentRemovedAt: expect.any(String) });
});
