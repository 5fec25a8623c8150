import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChatClient } from 'toolgate';
import {
  type ApprovalStore,
  GatedCalls,
  InMemoryApprovalStore,
  RunDispatcher,
  TimerRunDispatcher,
} from 'toolgate/approval';
import {
  callsTools,
  FaultInjectingApprovalStore,
  type ScriptedAnswer,
  ScriptedChatModel,
  toolCall,
  VirtualClock,
} from 'toolgate/testing';
import { rejectionOf } from '../chat/chat.fixture.js';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { runAhead } from './monotonic-clock.fixture.js';
import { Box, channelsOf } from './notices.fixture.js';
import { onEveryStore, until, waits } from './waiting.fixture.js';

const LEASE_MS = 30_000;
const HOUR_MS = 3_600_000;
const refund = toolCall('refund', { order: 'A-1', amount: 70 });

const never = (): Promise<never> => new Promise(() => {});

/** A clock that a test can set back. */
const settableClock = () => {
  let time = Date.parse('2030-01-01T00:00:00Z');
  const clock = { now: () => time } as VirtualClock;
  return { clock, setBack: (ms: number): void => void (time -= ms) };
};

let monotonic: ReturnType<typeof runAhead>;

beforeEach(() => {
  monotonic = runAhead();
  // Leases are renewed when the test advances these timers.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
  monotonic.restore();
});

const boot = async (store: ApprovalStore, script: readonly ScriptedAnswer[], worker = false, ...channels: Box[]) => {
  const model = new ScriptedChatModel(script);
  const approval = { worker, shutdownMs: 1 };
  const dispatcher = { provide: RunDispatcher, useValue: new TimerRunDispatcher({ sweepMs: 20 }) };
  const providers = [dispatcher, ...channelsOf(...channels)];
  const booted = await bootDesk(model, { store, retry: false, client: { tools: [Desk] }, approval }, { providers });
  return { ...booted, model, chat: booted.app.get(ChatClient) };
};

/** A process resumes a run, its model never answers, and then the clock of the store is set back. */
const heldRun = async (store: ApprovalStore, setBack: (ms: number) => void) => {
  const holder = await boot(store, [callsTools(refund), never]);
  const { runId, first } = await waits(holder.chat.prompt('Refund A-1').call());
  await holder.approvals.decide(first.id, yes(first), { id: 'grace' });
  const reading = rejectionOf(holder.chat.resume(runId).call().content());
  await until(() => holder.model.prompts.length === 2);
  setBack(HOUR_MS);
  return { holder, runId, reading };
};

onEveryStore('a run whose process is gone, after the clock was set back', (open) => {
  it('is taken over by a reader that saw it unchanged for the length of the lease', async () => {
    const { clock, setBack } = settableClock();
    const store = await open(clock);
    const { holder, runId } = await heldRun(store, setBack);
    const watched = new FaultInjectingApprovalStore(store);
    const second = await boot(watched, ['Done.']);
    const answer = second.chat.resume(runId).call().content();
    await until(() => watched.calls.length > 1);
    monotonic.advance(LEASE_MS);
    expect(await answer).toBe('Done.');
    expect(holder.desk.done.length + second.desk.done.length).toBe(1);
    expect((await second.approvals.runs.events(runId)).map(({ type }) => type)).toContain('LEASE_LOST');
    await holder.app.close();
    await second.app.close();
  });

  it('is taken over by a worker that saw it unchanged for the length of the lease', async () => {
    const { clock, setBack } = settableClock();
    const store = await open(clock);
    const { holder, runId } = await heldRun(store, setBack);
    const watched = new FaultInjectingApprovalStore(store);
    const second = await boot(watched, ['Done.'], true);
    await until(() => watched.calls.filter(({ method }) => method === 'runs').length > 0);
    const looked = watched.calls.length;
    await until(() => watched.calls.length > looked);
    expect((await store.state(runId))!.run).toMatchObject({ status: 'resuming', fence: 1 });
    monotonic.advance(LEASE_MS);
    await until(async () => (await store.state(runId))!.run.status === 'completed');
    expect(holder.desk.done.length + second.desk.done.length).toBe(1);
    await holder.app.close();
    await second.app.close();
  });

  it('stays with a process that still renews its lease', async () => {
    const { clock, setBack } = settableClock();
    const store = await open(clock);
    const { holder, runId, reading } = await heldRun(store, setBack);
    const watched = new FaultInjectingApprovalStore(store);
    const second = await boot(watched, ['Never.']);
    const answer = rejectionOf(second.chat.resume(runId).call().content());
    for (let renewals = 0; renewals < 5; renewals++) {
      const { version } = (await store.state(runId))!.run;
      const looks = watched.calls.length;
      await until(() => watched.calls.length > looks);
      monotonic.advance(LEASE_MS / 3);
      vi.advanceTimersByTime(LEASE_MS / 3);
      await until(async () => (await store.state(runId))!.run.version > version);
    }
    expect((await store.state(runId))!.run).toMatchObject({ status: 'resuming', fence: 1 });
    await holder.approvals.runs.cancel(runId, { id: 'grace' });
    expect([await reading, await answer]).toMatchObject([{ status: 'cancelled' }, { status: 'cancelled' }]);
    expect(second.model.prompts).toEqual([]);
    await holder.app.close();
    await second.app.close();
  });
});

onEveryStore('a decision after the clock was set back', (open) => {
  it('lets the worker resume its run at once, and notifies the channels', async () => {
    const { clock, setBack } = settableClock();
    const box = new Box('desk', ['decided']);
    const { app, desk, chat, approvals } = await boot(await open(clock), [callsTools(refund), 'Done.'], true, box);
    const { runId, first } = await waits(chat.prompt('Refund A-1').call());
    setBack(HOUR_MS);
    await approvals.decide(first.id, yes(first), { id: 'grace' });
    await until(async () => (await approvals.runs.get(runId)).status === 'completed');
    await until(() => box.received.length === 1);
    expect([desk.done.length, box.received]).toMatchObject([1, [{ approvalId: first.id, status: 'APPROVED' }]]);
    await app.close();
  });
});

describe('a process that was stopped while another one took over its run', () => {
  it('does not renew a lease that it has lost', async () => {
    const { clock, setBack } = settableClock();
    const store = new InMemoryApprovalStore(clock.now);
    const { holder, runId, reading } = await heldRun(store, setBack);
    const second = await boot(store, ['Done.']);
    const answer = second.chat.resume(runId).call().content();
    await new Promise(setImmediate);
    monotonic.advance(LEASE_MS);
    expect(await answer).toBe('Done.');
    vi.advanceTimersByTime(LEASE_MS / 3);
    expect(String(((await reading) as Error).cause)).toContain('is no longer leased by this process');
    await holder.app.close();
    await second.app.close();
  });
});

it('a call outside of a turn whose process is gone is taken over by a person who resumes it, after the clock was set back', async () => {
  const { clock, setBack } = settableClock();
  const store = new InMemoryApprovalStore(clock.now);
  const watched = new FaultInjectingApprovalStore(store);
  const { app, desk, approvals } = await boot(watched, []);
  const waiting = await app.get(GatedCalls).call('refund', { order: 'A-1', amount: 70 });
  if (waiting.status !== 'suspended') throw new Error(`The call did not wait for a person: it is ${waiting.status}.`);
  const { runId, approvals: asked } = waiting;
  await approvals.decide(asked[0]!.id, yes(asked[0]!), { id: 'grace' });
  await store.change(runId, (state, now) => {
    const { run } = state!;
    const lease = { worker: 'lost', until: now + LEASE_MS };
    const leased = { ...run, status: 'resuming', lease, fence: run.fence + 1, dueAt: lease.until } as const;
    return { run: { ...leased, updatedAt: now, version: run.version + 1 }, result: undefined };
  });
  setBack(HOUR_MS);
  const looks = watched.calls.length;
  const resuming = approvals.runs.resume(runId);
  await until(() => watched.calls.length > looks + 2);
  expect(desk.done).toEqual([]);
  monotonic.advance(LEASE_MS);
  expect(await resuming).toMatchObject({ status: 'completed' });
  expect(desk.done).toHaveLength(1);
  await app.close();
});
