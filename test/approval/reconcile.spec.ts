import { afterEach, describe, expect, it } from 'vitest';
import type { INestApplicationContext } from '@nestjs/common';
import { ChatClient } from 'toolgate';
import { RunConflictException, type RunSlot, type RunStatus } from 'toolgate/approval';
import type { KnownOutcome } from 'toolgate/tool';
import { deferred, keepLogs, lastResults } from '../story.fixture.js';
import { lostProcess, processOver, until } from './lost-process.fixture.js';

const DONE: KnownOutcome = { type: 'succeeded', value: { refunded: 70 } };

const apps: INestApplicationContext[] = [];

afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

const lose = async (...args: Parameters<typeof lostProcess>) => {
  const found = await lostProcess(...args);
  apps.push(found.first.app);
  const next = async (script: readonly string[], worker = true) => {
    const booted = await processOver(found.outside, found.store, script, worker);
    apps.push(booted.app);
    return booted;
  };
  const statuses = async () => (await found.store.state(found.runId))!.approvals.map(({ status }) => status);
  return { ...found, next, statuses };
};

const ended = ({ status }: { status: RunStatus }): boolean => status === 'completed';

describe('a call whose process was lost', () => {
  it('is reconciled, and its turn resumes without running the body again', async () => {
    const { outside, next, store, runId, statuses } = await lose('repay');
    outside.known = () => DONE;
    const { model, app } = await next(['It was refunded.']);
    await until(store, runId, ended);
    expect(outside.started).toEqual([`A-1 ${runId}:0:0 1`]);
    const [asked] = outside.asked.map((text) => JSON.parse(text) as unknown);
    expect(asked).toEqual({ order: 'A-1', idempotencyKey: `${runId}:0:0`, user: 'ada', token: 'fresh' });
    expect(outside.asked).toHaveLength(1);
    expect(lastResults(model)).toMatchObject([
      { output: { type: 'json', value: { refunded: 70 } }, outcome: { type: 'success' } },
    ]);
    expect(await statuses()).toEqual(['SUCCEEDED']);
    expect(await app.get(ChatClient).resume(runId).call().content()).toBe('It was refunded.');
  });

  it('has failed if it had no effect: the model receives the message, and nothing is started again', async () => {
    const { outside, next, store, runId, statuses } = await lose('repay');
    outside.known = () => ({ type: 'failed', message: 'It was not carried out.' });
    const { model } = await next(['Sorry.']);
    await until(store, runId, ended);
    expect(lastResults(model)).toMatchObject([
      { output: { type: 'text', text: 'It was not carried out.' }, outcome: { type: 'error', kind: 'execution' } },
    ]);
    expect(outside.started).toHaveLength(1);
    expect(await statuses()).toEqual(['FAILED']);
  });

  it('may stay unknown forever, and the model receives this as its outcome', async () => {
    const { outside, next, store, runId, statuses } = await lose('repay');
    outside.known = () => ({ type: 'abandoned' });
    const { model } = await next(['The outcome is unknown.']);
    await until(store, runId, ended);
    expect(lastResults(model)).toMatchObject([{ outcome: { type: 'unknown' } }]);
    expect(await statuses()).toEqual(['ABANDONED']);
  });

  it('waits if its tool does not know the outcome, and is reconciled again with longer and longer pauses', async () => {
    const { outside, next, store, runId, statuses, clock } = await lose('repay');
    const { approvals } = await next([], false);
    const pauses: number[] = [];
    for (let time = 0; time < 12; time += 1) {
      const { slots, dueAt } = await approvals.runs.reconcile(runId);
      expect(slots[0]!.state).toBe('unknown');
      const pause = Date.parse(dueAt!) - clock.now();
      pauses.push(pause);
      clock.advance(pause);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300].map((seconds) => seconds * 1000));
    expect(outside.asked).toHaveLength(12);
    expect(await statuses()).toEqual(['OUTCOME_UNKNOWN']);
    outside.known = () => DONE;
    await next(['It was refunded.']);
    await until(store, runId, ended);
    expect(outside.started).toHaveLength(1);
  });

  it.each([
    ['throws', () => Promise.reject(new Error('no connection'))],
    ['returns a value that is not an outcome', () => 'refunded'],
    ['returns null', () => null],
    ['returns a failure without a message', () => ({ type: 'failed' })],
    ['returns a value that cannot be converted to a result', () => ({ type: 'succeeded', value: 5n })],
  ] as readonly (readonly [string, () => unknown])[])('waits if its tool %s', async (_, answer) => {
    const { outside, next, runId, statuses } = await lose('repay');
    outside.known = answer as typeof outside.known;
    const { approvals, app } = await next([], false);
    const { slots, failures } = await approvals.runs.reconcile(runId);
    expect([slots[0]!.state, failures]).toEqual(['unknown', 1]);
    expect(await statuses()).toEqual(['OUTCOME_UNKNOWN']);
    expect((await app.get(ChatClient).resume(runId).call().outcome()).status).toBe('suspended');
    expect(outside.started).toHaveLength(1);
  });

  it.each<[string, Partial<RunSlot>]>([
    ['its input was altered', { input: { order: 'A-99' } }],
    ['its input was lost', { input: undefined }],
    ['its hash was altered', { argsHash: 'x' }],
  ])('waits for a person, and its tool is not asked, if %s', async (_, change) => {
    const { outside, next, store, runId, statuses } = await lose('repay');
    await store.change(runId, (state) => {
      const { run } = state!;
      return { run: { ...run, slots: run.slots.map((slot) => ({ ...slot, ...change })) }, result: undefined };
    });
    outside.known = () => DONE;
    const { approvals, app } = await next(['It was refunded.'], false);
    const logs = keepLogs();
    app.useLogger(logs);
    const { slots, dueAt } = await approvals.runs.reconcile(runId);
    expect([slots[0]!.state, dueAt, outside.asked]).toEqual(['unknown', undefined, []]);
    expect(await statuses()).toEqual(['OUTCOME_UNKNOWN']);
    expect(logs.lines.find((line) => line.includes('altered'))).toContain(
      'The tool "repay" was not asked about a call, because its stored arguments were altered. Report its outcome with ApprovalService.runs.reconcile().',
    );
    expect(logs.lines.join()).not.toContain('A-99');
    await approvals.runs.reconcile(runId, { index: 0, outcome: DONE });
    expect(await statuses()).toEqual(['SUCCEEDED']);
  });

  it('waits for a person if its tool cannot be reconciled', async () => {
    const { outside, next, store, runId } = await lose('pay');
    const { approvals, model } = await next(['Paid.']);
    await until(store, runId, ({ slots, dueAt }) => slots[0]!.state === 'unknown' && dueAt === undefined);
    const by = { id: 'grace' };
    await approvals.runs.reconcile(runId, { index: 0, outcome: { type: 'succeeded', value: 'by hand' } }, by);
    await until(store, runId, ended);
    expect(lastResults(model)).toMatchObject([{ output: { type: 'text', text: 'by hand' } }]);
    expect([outside.started.length, outside.asked.length]).toEqual([1, 0]);
    const events = await approvals.runs.events(runId);
    expect(events.find(({ type }) => type === 'RECONCILED')).toMatchObject({ by: 'grace', data: { index: 0 } });
  });

  it('resumes at once if a person reports the outcome before the next reconciliation', async () => {
    const { next, runId, clock } = await lose('repay');
    const { approvals } = await next([], false);
    await approvals.runs.reconcile(runId);
    const { dueAt } = await approvals.runs.reconcile(runId, { index: 0, outcome: { type: 'abandoned' } });
    expect(Date.parse(dueAt!)).toBeLessThanOrEqual(clock.now());
  });

  it('is not settled by the outcome of another call', async () => {
    const { next, runId } = await lose('repay', ['A-1', 'A-2']);
    const { approvals } = await next([], false);
    const settle = (known: Parameters<typeof approvals.runs.reconcile>[1]) => approvals.runs.reconcile(runId, known);
    const wrong = { index: 1, idempotencyKey: `${runId}:0:0`, outcome: DONE };
    await expect(settle(wrong)).rejects.toBeInstanceOf(RunConflictException);
    await expect(settle({ index: 7, outcome: DONE })).rejects.toBeInstanceOf(RunConflictException);
    await expect(settle({ index: 0, outcome: { type: 'done' } as never })).rejects.toThrow('Invalid outcome');
    const { slots } = await settle({ index: 1, idempotencyKey: `${runId}:0:1`, outcome: DONE });
    expect(slots.map(({ state }) => state)).toEqual(['unknown', 'done']);
  });

  it('has the result of the process that started it, if that comes first; later reports change nothing', async () => {
    const { outside, store, runId, first, statuses, next } = await lose('repay');
    const body = deferred<KnownOutcome>();
    outside.known = () => body.promise as never;
    const { approvals, model } = await next(['Done.'], false);
    const asking = approvals.runs.reconcile(runId);
    while (outside.asked.length === 0) await new Promise(setImmediate);
    const settled = await first.approvals.runs.reconcile(runId, {
      index: 0,
      outcome: { type: 'succeeded', value: 'first' },
    });
    expect(settled.slots[0]!.state).toBe('done');
    body.resolve({ type: 'failed', message: 'second' });
    await asking;
    expect(await statuses()).toEqual(['SUCCEEDED']);
    await approvals.runs.resume(runId);
    expect((await store.state(runId))!.run.status).toBe('completed');
    expect(lastResults(model)).toMatchObject([{ output: { text: 'first' } }]);
  });
});

describe('a call of an idempotent tool whose process was lost', () => {
  it('is started again with the same key, and its context states it', async () => {
    const { outside, next, store, runId, statuses } = await lose('repayOnce');
    outside.body = () => 'refunded';
    const { model } = await next(['Done.']);
    await until(store, runId, ended);
    expect(outside.started).toEqual([`A-1 ${runId}:0:0 1`, `A-1 ${runId}:0:0 2`]);
    expect(lastResults(model)).toMatchObject([{ output: { text: 'refunded' } }]);
    expect([await statuses(), outside.asked]).toEqual([['SUCCEEDED'], []]);
  });
});
