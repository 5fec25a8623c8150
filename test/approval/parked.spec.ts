import { expect, it, vi } from 'vitest';
import { ChatClient } from 'toolgate';
import { type ApprovalOptions, type ApprovalStore, RunConflictException, RunDispatcher } from 'toolgate/approval';
import { LineLogger } from 'toolgate/model';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall, VirtualClock } from 'toolgate/testing';
import { rejectionOf } from '../chat/chat.fixture.js';
import { bootDesk, yes } from './approval.fixture.js';
import { HandDispatcher } from './hand-dispatcher.fixture.js';
import { expectPaired, onEveryStore, waits } from './waiting.fixture.js';

const GRACE = { id: 'grace' };
const DEADLINE = { onDeadline: 'park', deadlineMs: 20_000 } as const;
const refund = callsTools(toolCall('refund', { order: 'A-1', amount: 70 }));

const away = (text = 'The model is away.'): ScriptedAnswer => {
  return () => {
    throw new Error(text);
  };
};

/** An application with a worker that sweeps by hand, and a run that is decided. */
const boot = async (store: ApprovalStore, clock: VirtualClock, story: Story) => {
  const { answers, approval = DEADLINE } = story;
  const model = new ScriptedChatModel([refund, ...answers]);
  const dispatcher = new HandDispatcher();
  const booted = await bootDesk(
    model,
    { store, memory: true, retry: false, client: { tools: ['refund'] }, approval: { ...approval, worker: true } },
    { providers: [{ provide: RunDispatcher, useValue: dispatcher }] },
  );
  const { app, approvals } = booted;
  const chat = app.get(ChatClient);
  const { runId, first } = await waits(chat.prompt('Refund A-1').conversation('c-1').call());
  await approvals.decide(first.id, yes(await approvals.get(first.id)), GRACE);
  /** Does the work of the run, and lets the time of each back-off pass, until no worker resumes it. */
  const work = async (): Promise<void> => {
    for (;;) {
      await dispatcher.sweep();
      await idle(approvals, runId);
      const { status, parked, retryAt = '' } = await approvals.runs.get(runId);
      if (status !== 'suspended' || parked) return;
      clock.advance(Date.parse(retryAt) - clock.now());
    }
  };
  return { ...booted, model, chat, runId, dispatcher, work };
};

interface Story {
  readonly answers: readonly ScriptedAnswer[];
  readonly approval?: ApprovalOptions;
}

type Approvals = Awaited<ReturnType<typeof bootDesk>>['approvals'];

const idle = async (approvals: Approvals, id: string): Promise<void> => {
  do await new Promise((resolve) => setImmediate(resolve));
  while ((await approvals.runs.get(id)).status === 'resuming');
};

onEveryStore('a run that fails until its deadline', (open) => {
  const bootStory = async (answers: readonly ScriptedAnswer[], approval?: ApprovalOptions) => {
    const clock = new VirtualClock();
    return { clock, ...(await boot(await open(clock), clock, { answers, approval })) };
  };

  it('is parked with its failed attempts, is not due, and its conversation waits for a person', async () => {
    const { app, approvals, chat, work, runId, store, clock } = await bootStory(
      Array.from({ length: 9 }, () => away()),
    );
    await work();
    const run = await approvals.runs.get(runId);
    // Retries start 1, 2, 4 and 8 seconds after a failure. The next one, after 16 seconds, would miss the deadline.
    expect(run).toMatchObject({
      status: 'suspended',
      failures: 5,
      parked: {
        at: new Date(clock.now()).toISOString(),
        reason: 'No attempt to resume it succeeded before its deadline',
      },
    });
    expect(run.attempts).toHaveLength(5);
    expect(run.attempts?.[0]).toEqual({ at: expect.any(String), error: 'Error: The model is away.' });
    expect([run.dueAt, run.retryAt]).toEqual([undefined, undefined]);
    expect(await store.due(10)).toEqual({ runs: [] });
    expect(await store.counts()).toMatchObject({ suspended: 1, parked: 1 });
    expect((await approvals.runs.list({ parked: true })).items).toMatchObject([{ id: runId }]);
    await expect(chat.resume(runId).call().content()).rejects.toThrow(
      `The run ${runId} is not finished, and waits for no decision. Read what it waits for with ApprovalService.runs.get().`,
    );
    expect((await approvals.runs.events(runId)).at(-1)).toMatchObject({ type: 'PARKED' });
    await expect(chat.prompt('Well?').conversation('c-1').call().outcome()).rejects.toThrow(
      `the run ${runId} is open. Wait until it ends, or read what it waits for with ApprovalService.runs.get().`,
    );
    await app.close();
  });

  it('resumes after a person retried it, with a new deadline, and repeats no effect', async () => {
    const answers = [...Array.from({ length: 6 }, () => away()), 'Refunded.'];
    const { app, approvals, chat, work, runId, desk, model, clock } = await bootStory(answers);
    await work();
    clock.advance(3_600_000);
    expect(await rejectionOf(approvals.runs.resume(runId, GRACE))).toBeInstanceOf(RunConflictException);
    expect(await rejectionOf(approvals.runs.requestResume(runId, GRACE))).toBeInstanceOf(RunConflictException);
    expect(await chat.resume(runId).call().outcome()).toMatchObject({ status: 'suspended' });
    const retried = await approvals.runs.retry(runId, GRACE);
    expect(retried).toMatchObject({ failures: 0, attempts: [{}, {}, {}, {}, {}] });
    expect([retried.parked, retried.dueAt]).toEqual([undefined, retried.retriedAt]);
    expect(await rejectionOf(approvals.runs.retry(runId, GRACE))).toBeInstanceOf(RunConflictException);
    await work();
    expect(await approvals.runs.get(runId)).toMatchObject({ status: 'completed' });
    expect(await chat.resume(runId).call().content()).toBe('Refunded.');
    expect(desk.done).toHaveLength(1);
    expect((await approvals.runs.events(runId)).filter(({ type }) => type === 'RETRIED')).toMatchObject([
      { by: 'grace' },
    ]);
    expectPaired(model);
    await app.close();
  });

  it('ends if a person cancels it, and frees its conversation', async () => {
    const answers = [...Array.from({ length: 5 }, () => away()), 'Hello.'];
    const { app, approvals, chat, work, runId } = await bootStory(answers);
    await work();
    await approvals.runs.cancel(runId, GRACE, 'Not needed.');
    const run = await approvals.runs.get(runId);
    expect(run).toMatchObject({ status: 'cancelled', error: 'Not needed.' });
    expect([run.parked, run.closing]).toEqual([undefined, undefined]);
    expect((await approvals.runs.list({ parked: true })).items).toEqual([]);
    expect(await chat.prompt('Well?').conversation('c-1').call().content()).toBe('Hello.');
    await app.close();
  });

  it('may be retried only by the people who may resume it', async () => {
    const { app, approvals, work, runId } = await bootStory(Array.from({ length: 5 }, () => away()));
    await work();
    const stranger = { id: 'sam', roles: ['none'], administrator: false };
    const strict = await rejectionOf(approvals.runs.retry(runId, { ...stranger, tenant: 'other' }));
    expect((strict as Error).name).toBe('RunNotFoundException');
    expect(await approvals.runs.get(runId)).toMatchObject({ parked: {} });
    await approvals.runs.retry(runId, { id: 'ada', administrator: false });
    expect((await approvals.runs.get(runId)).parked).toBeUndefined();
    await app.close();
  });

  it('saves the last ten attempts without secrets', async () => {
    const answers = Array.from({ length: 12 }, (_, index) =>
      away(`Attempt ${index}: Bearer sk-proj-abcdefghijklmnopqrstuvwx`),
    );
    const { app, approvals, work, runId } = await bootStory(answers, { ...DEADLINE, deadlineMs: 1_200_000 });
    await work();
    const { attempts = [] } = await approvals.runs.get(runId);
    expect(attempts).toHaveLength(10);
    expect(attempts.at(-1)?.error).toContain('Attempt 11');
    expect(JSON.stringify(attempts)).not.toContain('sk-proj');
    await app.close();
  });

  it('fails by default, and if no other attempt can succeed', async () => {
    const warn = vi.spyOn(LineLogger.prototype, 'warn');
    const { app, approvals, work, runId } = await bootStory(
      Array.from({ length: 5 }, () => away()),
      { deadlineMs: 20_000 },
    );
    await work();
    expect(await approvals.runs.get(runId)).toMatchObject({ status: 'failed', error: 'Error: The model is away.' });
    const lines = warn.mock.calls.map(([line]) => line).filter((line) => line.includes('could not be resumed'));
    expect(lines.map((line) => line.includes('is tried again later'))).toEqual([true, true, true, true, false]);
    warn.mockRestore();
    await app.close();
  });
});
