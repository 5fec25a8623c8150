import { afterEach, describe, expect, it, vi } from 'vitest';
import { Injectable } from '@nestjs/common';
import { ChatClient, ChatMemory, Tool, type ToolgateModuleOptions } from 'toolgate';
import {
  ApprovalConflictException,
  type ApprovalStore,
  InMemoryApprovalStore,
  RunConflictException,
  type RunStatus,
} from 'toolgate/approval';
import { ChatTurnException, RunEndedException } from 'toolgate/chat';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall, VirtualClock } from 'toolgate/testing';
import type { KnownOutcome } from 'toolgate/tool';
import { rejectionOf } from '../chat/chat.fixture.js';
import { told } from '../memory/memory.fixture.js';
import { deferred, keepLogs, settled } from '../story.fixture.js';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { onEveryStore, statusesOf, until, waits } from './waiting.fixture.js';

const LEASE_MS = 30_000;
const GRACE = { id: 'grace' };
const refund = toolCall('refund', { order: 'A-1', amount: 70 });

const never = (): Promise<never> => new Promise(() => {});

/** The bodies that began in all processes, the gate that ends them, and the outcome that reconciliation reports. */
const slow = {
  begun: [] as string[],
  gate: deferred<string>(),
  known: undefined as KnownOutcome | undefined,
};

@Injectable()
class Slow {
  @Tool({ description: 'Takes long', requiresApproval: true, sequential: true, reconcile: 'find' })
  work(): Promise<string> {
    slow.begun.push('work');
    return slow.gate.promise;
  }

  find(): Promise<KnownOutcome | undefined> {
    return Promise.resolve(slow.known);
  }

  @Tool({ description: 'Takes long, and may be started again', requiresApproval: true, idempotent: true })
  again(): Promise<string> {
    slow.begun.push('again');
    return slow.gate.promise;
  }
}

afterEach(() => {
  vi.useRealTimers();
  Object.assign(slow, { begun: [], gate: deferred<string>(), known: undefined });
});

const boot = async (
  store: ApprovalStore,
  script: readonly ScriptedAnswer[],
  approval: ToolgateModuleOptions['approval'] = {},
) => {
  const model = new ScriptedChatModel(script);
  const options = {
    store,
    memory: true,
    retry: false,
    client: { tools: [Desk, Slow] },
    approval: { shutdownMs: 1, ...approval },
  } as const;
  const booted = await bootDesk(model, options, { providers: [Slow] });
  const logs = keepLogs();
  booted.app.useLogger(logs);
  const { approvals, app } = booted;
  const approveAll = async (): Promise<void> => {
    const { items } = await approvals.list({ status: 'PENDING' });
    for (const item of items) await approvals.decide(item.id, yes(item), GRACE);
  };
  const statuses = async () => statusesOf((await approvals.list()).items);
  const is = (run: string, status: RunStatus) => until(async () => (await approvals.runs.get(run)).status === status);
  const remembered = async () => told(await app.get(ChatMemory).get('c'));
  const chat = app.get(ChatClient);
  const ask = (text = 'Do it') => chat.prompt(text).conversation('c').call();
  return { ...booted, model, chat, ask, approveAll, statuses, is, remembered, logs: logs.lines };
};

type Booted = Awaited<ReturnType<typeof boot>>;

const goOn = async ({ chat, ask, approveAll }: Booted, mode: 'call' | 'stream' = 'call') => {
  const { runId } = await waits(ask());
  await approveAll();
  return { runId, reading: rejectionOf(chat.resume(runId)[mode]().outcome()) };
};

onEveryStore('a run that is being resumed', (open) => {
  it.each(['call', 'stream'] as const)('is canceled during a model call: %s()', async (mode) => {
    const first = await boot(await open(), [callsTools(refund), never]);
    const { app, approvals, model, remembered, logs } = first;
    const { runId, reading } = await goOn(first, mode);
    await until(() => model.prompts.length === 2);
    expect(await approvals.runs.cancel(runId, GRACE, 'the shop closes')).toMatchObject({
      status: 'cancelled',
      error: 'the shop closes',
    });
    const error = await reading;
    expect(error).toBeInstanceOf(RunEndedException);
    expect(error).toMatchObject({ status: 'cancelled', reason: 'the shop closes' });
    expect((error as RunEndedException).transcript.at(-1)).toMatchObject({
      content: [{ outcome: { type: 'success' } }],
    });
    expect([model.aborted, model.prompts.length]).toEqual([1, 2]);
    expect(await remembered()).toEqual([
      'user: Do it',
      'assistant calls refund',
      'tool: success',
      expect.stringContaining('I was interrupted'),
    ]);
    expect((await approvals.runs.get(runId)).closing).toBeUndefined();
    const events = await approvals.runs.events(runId);
    expect(events.find(({ type }) => type === 'RUN_CANCELLED')).toMatchObject({
      by: 'grace',
      data: { reason: 'the shop closes' },
    });
    expect(events.at(-1)?.type).toBe('CLOSED');
    expect(await rejectionOf(first.chat.resume(runId).call().content())).toMatchObject({ status: 'cancelled' });
    expect(logs).toEqual([]);
    await app.close();
  });

  it('is canceled while a tool runs: no further call starts, and the run ends when the tool ends', async () => {
    const first = await boot(await open(), [callsTools(toolCall('work'), refund), 'Never.']);
    const { app, approvals, model, desk, statuses, remembered, is, chat } = first;
    const { runId, reading } = await goOn(first);
    await until(() => slow.begun.length === 1);
    const run = await approvals.runs.cancel(runId, GRACE, 'the shop closes');
    expect(run).toMatchObject({ status: 'suspended', canceling: { reason: 'the shop closes', by: 'grace' } });
    expect(await statuses()).toEqual(['work OUTCOME_UNKNOWN', 'refund CANCELLED']);
    expect(await reading).toMatchObject({ status: 'cancelled', reason: 'the shop closes' });
    expect(await waits(chat.resume(runId).call())).toMatchObject({ unknown: [{ index: 0, toolName: 'work' }] });
    slow.gate.resolve('worked');
    await is(runId, 'cancelled');
    expect(await statuses()).toEqual(['work SUCCEEDED', 'refund CANCELLED']);
    await approvals.runs.resume(runId);
    expect((await remembered()).slice(0, 3)).toEqual([
      'user: Do it',
      'assistant calls work,refund',
      'tool: success,denied',
    ]);
    expect([model.prompts.length, desk.done, slow.begun]).toEqual([1, [], ['work']]);
    await app.close();
  });

  it('is canceled while a tool never returns: the run ends when a person reports the outcome', async () => {
    const first = await boot(await open(), [callsTools(toolCall('work'), refund), 'Never.']);
    const { app, approvals, model, statuses, chat } = first;
    const { runId } = await goOn(first);
    await until(() => slow.begun.length === 1);
    await approvals.runs.cancel(runId, GRACE, 'the shop closes');
    // A repeated report changes nothing.
    expect(await approvals.runs.cancel(runId, GRACE, 'something else')).toMatchObject({
      canceling: { reason: 'the shop closes' },
    });
    const settledRun = await approvals.runs.reconcile(runId, { index: 0, outcome: { type: 'abandoned' } }, GRACE);
    expect(settledRun).toMatchObject({ status: 'cancelled', error: 'the shop closes' });
    expect(await statuses()).toEqual(['work ABANDONED', 'refund CANCELLED']);
    await approvals.runs.resume(runId);
    expect((await approvals.runs.get(runId)).closing).toBeUndefined();
    expect(await rejectionOf(chat.resume(runId).call().content())).toBeInstanceOf(RunEndedException);
    await expect(approvals.runs.cancel(runId, GRACE)).rejects.toBeInstanceOf(RunConflictException);
    expect(model.prompts).toHaveLength(1);
    await app.close();
  });

  it('lets its process report the result of a tool before the tool is reconciled', async () => {
    const clock = new VirtualClock();
    const first = await boot(await open(clock), [callsTools(toolCall('work')), 'Never.']);
    const { app, approvals, statuses, is } = first;
    const { runId, reading } = await goOn(first);
    await until(() => slow.begun.length === 1);
    const { lease } = await approvals.runs.get(runId);
    // While its body runs, a tool cannot state the final outcome.
    slow.known = { type: 'failed', message: 'It was not done.' };
    clock.advance(10);
    expect(await approvals.runs.cancel(runId, GRACE)).toMatchObject({ status: 'suspended', dueAt: lease!.until });
    slow.gate.resolve('worked');
    expect(await reading).toBeInstanceOf(RunEndedException);
    await is(runId, 'cancelled');
    expect(await statuses()).toEqual(['work SUCCEEDED']);
    await app.close();
  });

  it('is canceled while a reconcilable tool runs: after the lease, the worker reconciles the call and ends the run', async () => {
    const short = { worker: true, leaseMs: 200 };
    const first = await boot(await open(), [callsTools(toolCall('work')), 'Never.'], short);
    const { app, approvals, ask, approveAll, model, statuses, is, remembered } = first;
    const { runId } = await waits(ask());
    await approveAll();
    await until(() => slow.begun.length === 1);
    slow.known = { type: 'failed', message: 'It was not done.' };
    await approvals.runs.cancel(runId, GRACE);
    await is(runId, 'cancelled');
    await until(async () => (await approvals.runs.get(runId)).closing === undefined);
    expect(await statuses()).toEqual(['work FAILED']);
    expect(await remembered()).toContain('tool: error');
    expect(model.prompts).toHaveLength(1);
    await app.close();
  });

  it('restarts no call, even of an idempotent tool', async () => {
    const clock = new VirtualClock();
    const first = await boot(await open(clock), [callsTools(toolCall('again')), 'Never.']);
    const { app, approvals, statuses } = first;
    const { runId } = await goOn(first);
    await until(() => slow.begun.length === 1);
    await approvals.runs.cancel(runId, GRACE);
    clock.advance(LEASE_MS);
    await approvals.runs.resume(runId);
    expect(await statuses()).toEqual(['again OUTCOME_UNKNOWN']);
    expect(await approvals.runs.get(runId)).toMatchObject({ status: 'suspended' });
    await approvals.runs.reconcile(runId, { index: 0, outcome: { type: 'abandoned' } });
    expect(await approvals.runs.get(runId)).toMatchObject({ status: 'cancelled' });
    expect(slow.begun).toEqual(['again']);
    await app.close();
  });

  it.each(['reject', 'supersede'] as const)(
    'accepts no message until the outcome is known: onMessage %s',
    async (onMessage) => {
      const first = await boot(await open(), [callsTools(toolCall('work')), 'Hello.'], { onMessage });
      const { app, approvals, ask } = first;
      const { runId } = await goOn(first);
      await until(() => slow.begun.length === 1);
      await approvals.runs.cancel(runId, GRACE);
      const refusal = onMessage === 'reject' ? ApprovalConflictException : RunConflictException;
      expect(await rejectionOf(ask('Again').content())).toBeInstanceOf(refusal);
      await approvals.runs.reconcile(runId, { index: 0, outcome: { type: 'succeeded', value: 'worked' } }, GRACE);
      await approvals.runs.resume(runId);
      expect(await ask('And now?').content()).toBe('Hello.');
      await app.close();
    },
  );
});

onEveryStore('a run that another process is resuming', (open) => {
  it('is canceled: the holder notices when it renews its lease, and calls no model again', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const store = await open();
    const first = await boot(store, [callsTools(refund), never]);
    const second = await boot(store, []);
    const { runId, reading } = await goOn(first);
    await until(() => first.model.prompts.length === 2);
    await second.approvals.runs.cancel(runId, GRACE, 'the shop closes');
    expect(first.model.aborted).toBe(0);
    vi.advanceTimersByTime(LEASE_MS / 3);
    expect(await reading).toMatchObject({ status: 'cancelled', reason: 'the shop closes' });
    expect(first.model.aborted).toBe(1);
    expect(first.logs).toEqual([]);
    await first.app.close();
    await second.app.close();
  });

  it('is canceled while a tool runs: its result is saved, nothing else starts, and no model is called', async () => {
    const store = await open();
    const first = await boot(store, [callsTools(toolCall('work'), refund), 'Never.']);
    const second = await boot(store, []);
    const { runId, reading } = await goOn(first);
    await until(() => slow.begun.length === 1);
    await second.approvals.runs.cancel(runId, GRACE, 'the shop closes');
    slow.gate.resolve('worked');
    const error = await reading;
    expect(error).not.toBeInstanceOf(ChatTurnException);
    expect(error).toMatchObject({ status: 'cancelled', reason: 'the shop closes' });
    await second.is(runId, 'cancelled');
    expect(await second.statuses()).toEqual(['work SUCCEEDED', 'refund CANCELLED']);
    await settled();
    expect([first.desk.done, first.model.prompts.length]).toEqual([[], 1]);
    await first.app.close();
    await second.app.close();
  });

  it('is canceled while its last call runs: no model is called with the result', async () => {
    const store = await open();
    const first = await boot(store, [callsTools(toolCall('work')), 'Never.']);
    const second = await boot(store, []);
    const { runId, reading } = await goOn(first);
    await until(() => slow.begun.length === 1);
    await second.approvals.runs.cancel(runId, GRACE, 'the shop closes');
    slow.gate.resolve('worked');
    expect(await reading).toMatchObject({ status: 'cancelled', reason: 'the shop closes' });
    expect(first.model.prompts).toHaveLength(1);
    await first.app.close();
    await second.app.close();
  });
});

describe('a run that waits for an outcome', () => {
  it('is canceled, and ends when the outcome is known', async () => {
    const clock = new VirtualClock();
    const store = new InMemoryApprovalStore(clock.now);
    const first = await boot(store, [callsTools(toolCall('work'), refund), 'Never.']);
    const second = await boot(store, ['Never.']);
    const { runId } = await goOn(first);
    await until(() => slow.begun.length === 1);
    clock.advance(LEASE_MS);
    expect(await waits(second.chat.resume(runId).call())).toMatchObject({ unknown: [{ index: 0 }] });
    expect(await second.approvals.runs.cancel(runId, GRACE)).toMatchObject({ status: 'suspended' });
    expect(await second.statuses()).toEqual(['work OUTCOME_UNKNOWN', 'refund CANCELLED']);
    await second.approvals.runs.reconcile(runId, { index: 0, outcome: { type: 'abandoned' } }, GRACE);
    expect(await second.approvals.runs.get(runId)).toMatchObject({ status: 'cancelled' });
    expect(second.model.prompts).toEqual([]);
    await first.app.close();
    await second.app.close();
  });
});
