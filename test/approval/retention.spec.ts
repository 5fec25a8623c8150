import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChatClient, HumanApprovalStrategy } from 'toolgate';
import {
  type ApprovalOptions,
  type ApprovalStore,
  InMemoryApprovalStore,
  type RetentionOptions,
  RunConflictException,
  RunContentRemovedException,
  RunOperationException,
} from 'toolgate/approval';
import { callsTools, type ScriptedAnswer, ScriptedChatModel, toolCall, VirtualClock } from 'toolgate/testing';
import { rejectionOf } from '../chat/chat.fixture.js';
import { deferred, settled } from '../story.fixture.js';
import { bootDesk, yes } from './approval.fixture.js';
import { onEveryDatabase, onPostgres } from './on-every-database.fixture.js';
import { until, waits } from './waiting.fixture.js';

const DAY = 86_400_000;
const RETENTION: RetentionOptions = { contentMs: DAY, recordsMs: 30 * DAY };
const GRACE = { id: 'grace' };
const PRIVATE = 'Ann Smith';
const refund = callsTools(toolCall('refund', { order: PRIVATE, amount: 70 }));

const boot = async (
  store: ApprovalStore,
  answers: readonly ScriptedAnswer[],
  { retention = RETENTION, ...approval }: ApprovalOptions = {},
) => {
  const model = new ScriptedChatModel(answers);
  const booted = await bootDesk(model, {
    store,
    retry: false,
    client: { tools: ['refund'] },
    approval: { retention, ...approval },
  });
  const chat = booted.app.get(ChatClient);
  const ask = (conversation: string) =>
    waits(chat.prompt(`Refund ${PRIVATE}`).conversation(conversation).toolContext({ note: PRIVATE }).call());
  const decide = async (id: string) => booted.approvals.decide(id, yes(await booted.approvals.get(id)), GRACE);
  /** A run that is decided and completed. */
  const complete = async (conversation = 'c-1') => {
    const { runId, first } = await ask(conversation);
    await decide(first.id);
    await chat.resume(runId).call().content();
    return { runId, approvalId: first.id };
  };
  return { ...booted, chat, model, ask, decide, complete };
};

const TABLES = ['runs', 'checkpoints', 'steps', 'events'].map((it) => `toolgate_approval_${it}`);

onEveryDatabase('an ended run', (open, hasTables) => {
  const start = async (answers: readonly ScriptedAnswer[], approval?: ApprovalOptions) => {
    const clock = new VirtualClock();
    const { store, execute = async () => [] } = await open(clock);
    const booted = await boot(store, answers, approval);
    /** What is stored, as text. */
    const stored = async (): Promise<string> => {
      const rows = await Promise.all(
        [...TABLES, 'toolgate_approvals'].map((table) => execute(`select body from ${table}`)),
      );
      return JSON.stringify(rows);
    };
    return { ...booted, clock, execute, stored };
  };

  it('loses its content first and its records later', async () => {
    const { app, approvals, chat, complete, clock, stored } = await start([refund, `Refunded ${PRIVATE}.`]);
    const { runId, approvalId } = await complete();
    const before = await approvals.get(approvalId);
    clock.advance(DAY - 1);
    expect(await approvals.runs.applyRetention()).toEqual({ contents: 0, records: 0 });
    expect(await chat.resume(runId).call().content()).toBe(`Refunded ${PRIVATE}.`);
    clock.advance(1);
    expect(await approvals.runs.applyRetention()).toEqual({ contents: 1, records: 0 });
    expect(await stored()).not.toContain(PRIVATE);
    const { argsHash, votes, decidedBy, requester, revision } = before;
    const removedAt = new Date(clock.now()).toISOString();
    const left = await approvals.get(approvalId);
    expect(left).toMatchObject({ argsHash, votes, decidedBy, requester, revision, status: 'SUCCEEDED' });
    expect(left).toMatchObject({ arguments: {}, contentRemovedAt: removedAt });
    expect(left.damaged).toBeUndefined();
    expect(await approvals.runs.get(runId)).toMatchObject({ status: 'completed', contentRemovedAt: removedAt });
    expect((await approvals.runs.events(runId)).at(-1)).toMatchObject({ type: 'CONTENT_REMOVED', runId });
    expect(await rejectionOf(chat.resume(runId).call().content())).toBeInstanceOf(RunContentRemovedException);
    expect(await rejectionOf(approvals.runs.messages(runId, { id: 'ada' }))).toBeInstanceOf(RunContentRemovedException);
    clock.advance(29 * DAY);
    expect(await approvals.runs.applyRetention()).toEqual({ contents: 0, records: 1 });
    expect((await approvals.runs.list()).items).toEqual([]);
    expect((await approvals.list()).items).toEqual([]);
    expect(await approvals.runs.applyRetention()).toEqual({ contents: 0, records: 0 });
    await app.close();
  });

  it('loses what it was before an edit', async () => {
    const requirement = { allowEdit: true, message: `For ${PRIVATE}` };
    const { app, approvals, chat, ask, clock, stored } = await start([refund, 'Refunded.'], {
      strategy: new HumanApprovalStrategy({ requirement }),
    });
    const { runId, first } = await ask('c-1');
    const editedArguments = { order: 'A-1', amount: 60 };
    await approvals.decide(first.id, { ...yes(await approvals.get(first.id)), editedArguments }, GRACE);
    expect((await approvals.get(first.id)).edits).toMatchObject([{ before: { order: PRIVATE } }]);
    expect(await chat.resume(runId).call().content()).toBe('Refunded.');
    clock.advance(DAY);
    await approvals.runs.applyRetention();
    expect(await stored()).not.toContain(PRIVATE);
    expect((await approvals.get(first.id)).edits).toMatchObject([{ before: {} }]);
    expect(JSON.stringify([await approvals.get(first.id), await approvals.runs.events(runId)])).not.toContain(PRIVATE);
    await app.close();
  });

  it('is stored for good without the option', async () => {
    const { app, approvals, complete, clock } = await start([refund, 'Refunded.'], { retention: {} });
    await complete();
    clock.advance(3650 * DAY);
    expect(await approvals.runs.applyRetention()).toEqual({ contents: 0, records: 0 });
    expect((await approvals.runs.list()).items).toHaveLength(1);
    await app.close();
  });

  it('is deleted at once with its content if only its records have a limit', async () => {
    const { app, approvals, complete, clock } = await start([refund, 'Refunded.'], { retention: { recordsMs: DAY } });
    await complete();
    clock.advance(DAY);
    expect(await approvals.runs.applyRetention()).toEqual({ contents: 1, records: 1 });
    await app.close();
  });

  it('that waits, is parked, or has a call with an unknown outcome is never removed', async () => {
    const { app, approvals, ask, decide, store, clock } = await start([refund, refund, refund]);
    const [pending, parked, unknown] = [await ask('c-1'), await ask('c-2'), await ask('c-3')];
    for (const { first } of [parked, unknown]) await decide(first.id);
    await store.change(parked.runId, (state) => ({
      run: { ...state!.run, version: state!.run.version + 1, parked: { at: clock.now(), reason: 'It failed.' } },
      result: undefined,
    }));
    await store.change(unknown.runId, (state) => ({
      run: {
        ...state!.run,
        version: state!.run.version + 1,
        slots: state!.run.slots.map((slot) => ({ ...slot, state: 'unknown', attempt: 1 })),
      },
      approvals: state!.approvals.map((approval) => ({
        ...approval,
        version: approval.version + 1,
        status: 'OUTCOME_UNKNOWN',
      })),
      result: undefined,
    }));
    clock.advance(3650 * DAY);
    expect(await approvals.runs.applyRetention()).toEqual({ contents: 0, records: 0 });
    expect((await approvals.runs.list()).items.map(({ id }) => id)).toEqual([
      pending.runId,
      parked.runId,
      unknown.runId,
    ]);
    expect(await rejectionOf(approvals.runs.forget(unknown.runId, GRACE))).toBeInstanceOf(RunConflictException);
    await app.close();
  });

  it('that failed is removed only after its conversation has received the results of its tools', async () => {
    const { app, approvals, complete, store, clock } = await start([refund, 'Refunded.']);
    const { runId } = await complete();
    await store.change(runId, (state) => {
      const { endedAt: _, ...run } = state!.run;
      const closing = { ...run, version: run.version + 1, status: 'failed', closing: 'It failed.', dueAt: clock.now() };
      return { run: closing as typeof run, result: undefined };
    });
    clock.advance(3650 * DAY);
    expect(await approvals.runs.applyRetention()).toEqual({ contents: 0, records: 0 });
    expect(await rejectionOf(approvals.runs.forget(runId, GRACE))).toBeInstanceOf(RunConflictException);
    await app.close();
  });

  it('that failed while a body ran is kept, and if it is forgotten, the late result of the body is not stored', async () => {
    const clock = new VirtualClock();
    const { store, execute = async () => [] } = await open(clock);
    const body = deferred<string>();
    const begin = vi.fn(() => body.promise);
    const { app, desk, approvals } = await bootDesk(new ScriptedChatModel([refund]), {
      store,
      client: { tools: ['refund'], timeoutMs: 10_000 },
      approval: { deadlineMs: 1, retention: RETENTION },
    });
    Object.assign(desk, { refund: begin });
    const chat = app.get(ChatClient);
    const { runId, first } = await waits(chat.prompt('Refund').call());
    await approvals.decide(first.id, yes(first), GRACE);
    clock.advance(10);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const failing = rejectionOf(chat.resume(runId).call().content());
    while (begin.mock.calls.length === 0) await settled();
    vi.advanceTimersByTime(10_000);
    await failing;
    vi.useRealTimers();
    expect(await approvals.get(first.id)).toMatchObject({ status: 'OUTCOME_UNKNOWN' });
    clock.advance(DAY);
    expect(await approvals.runs.applyRetention()).toEqual({ contents: 0, records: 0 });
    await approvals.runs.forget(runId, GRACE);
    body.resolve(`Refunded ${PRIVATE}.`);
    await until(async () => (await approvals.get(first.id)).status === 'SUCCEEDED');
    expect(JSON.stringify([await store.state(runId), await execute(`select body from ${TABLES[0]}`)])).not.toContain(
      PRIVATE,
    );
    clock.advance(30 * DAY);
    expect(await approvals.runs.applyRetention()).toEqual({ contents: 0, records: 1 });
    await app.close();
  });

  it('is forgotten at the request of an administrator, at once and without its content', async () => {
    const { app, approvals, ask, complete, stored } = await start([refund, `Refunded ${PRIVATE}.`, refund], {});
    const { runId, approvalId } = await complete();
    const viewer = { id: 'ada', administrator: false };
    expect(await rejectionOf(approvals.runs.forget(runId, viewer))).toBeInstanceOf(RunOperationException);
    const forgotten = await approvals.runs.forget(runId, GRACE);
    expect(forgotten.contentRemovedAt).toBeDefined();
    expect(await approvals.get(approvalId)).toMatchObject({ arguments: {}, status: 'SUCCEEDED' });
    expect((await approvals.runs.events(runId)).at(-1)).toMatchObject({ type: 'CONTENT_REMOVED', by: 'grace' });
    expect(await stored()).not.toContain(PRIVATE);
    expect(await approvals.runs.forget(runId, GRACE)).toEqual(forgotten);
    const open = await ask('c-2');
    expect(await rejectionOf(approvals.runs.forget(open.runId, GRACE))).toMatchObject({
      message: expect.stringContaining('has not ended. Cancel it first, or wait until it has ended'),
    });
    await app.close();
  });

  if (!hasTables) return;

  it('that is still open cannot be altered under the mark of removed content', async () => {
    const { app, approvals, ask, decide, execute } = await start([refund]);
    const { first } = await ask('c-1');
    const [row] = await execute('select body from toolgate_approvals');
    const altered = { ...(JSON.parse(String(row!.body)) as object), arguments: { amount: 7000 }, contentRemovedAt: 1 };
    await execute(`update toolgate_approvals set body = '${JSON.stringify(altered)}'`);
    expect((await approvals.get(first.id)).damaged).toContain('was altered in the database');
    expect(await rejectionOf(decide(first.id))).toMatchObject({ problem: 'damaged' });
    await app.close();
  });

  it('of an earlier version is removed by the time of its last change', async () => {
    const { app, approvals, complete, execute, clock } = await start([refund, 'Refunded.']);
    const { runId } = await complete();
    const [row] = await execute('select body from toolgate_approval_runs');
    const { endedAt: _, ...run } = JSON.parse(String(row!.body)) as Record<string, unknown>;
    await execute(`update toolgate_approval_runs set ended = null, body = '${JSON.stringify(run)}'`);
    clock.advance(DAY - 1);
    expect(await approvals.runs.applyRetention()).toEqual({ contents: 0, records: 0 });
    expect(await approvals.runs.get(runId)).toMatchObject({ endedAt: new Date(clock.now() - DAY + 1).toISOString() });
    clock.advance(1);
    expect(await approvals.runs.applyRetention()).toEqual({ contents: 1, records: 0 });
    await app.close();
  });

  it('that cannot be read delays no other one', async () => {
    const { app, approvals, complete, execute, clock } = await start([refund, 'Refunded.', refund, 'Refunded.']);
    const { runId } = await complete('c-1');
    await complete('c-2');
    await execute(`update toolgate_approval_runs set body = '{}' where id = '${runId}'`);
    clock.advance(DAY);
    expect(await approvals.runs.applyRetention()).toEqual({ contents: 1, records: 0 });
    clock.advance(29 * DAY);
    expect(await approvals.runs.applyRetention()).toEqual({ contents: 0, records: 2 });
    await app.close();
  });
});

describe('the worker', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('removes old runs a minute after its start, and every ten minutes', async () => {
    const store = new InMemoryApprovalStore();
    const model = new ScriptedChatModel([refund, 'Refunded.']);
    const { app, approvals } = await bootDesk(model, {
      store,
      client: { tools: ['refund'] },
      approval: { retention: RETENTION, worker: true },
    });
    const chat = app.get(ChatClient);
    const { runId, first } = await waits(chat.prompt('Refund').conversation('c-1').call());
    await approvals.decide(first.id, yes(await approvals.get(first.id)), GRACE);
    await chat.resume(runId).call().content();
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await approvals.runs.get(runId)).contentRemovedAt).toBeUndefined();
    await vi.advanceTimersByTimeAsync(DAY + 600_000);
    expect((await approvals.runs.get(runId)).contentRemovedAt).toBeDefined();
    await app.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('two processes that share a PostgreSQL', () =>
  onPostgres((open) => {
    it('remove old runs one at a time, and the other continues when one is lost', async () => {
      const clock = new VirtualClock();
      const { store } = await open(clock);
      const [one, other] = [await boot(store, [refund, 'Refunded.']), await boot(store, [])];
      expect(await one.approvals.runs.applyRetention()).toEqual({ contents: 0, records: 0 });
      await one.complete();
      // The reservation of a minute counts from the last removal, and the run is old enough by then.
      clock.advance(DAY - 59_999);
      await one.approvals.runs.applyRetention();
      clock.advance(59_999);
      expect(await other.approvals.runs.applyRetention()).toEqual({ contents: 0, records: 0 });
      clock.advance(1);
      expect(await other.approvals.runs.applyRetention()).toEqual({ contents: 1, records: 0 });
      await Promise.all([one.app.close(), other.app.close()]);
    });
  }));

describe('the option retention', () => {
  it.each<[RetentionOptions, string]>([
    [
      { contentMs: 2 * DAY, recordsMs: DAY },
      'The option approval.retention.contentMs is 172800000, longer than recordsMs (86400000): the content would be deleted with the records. Pass at most 86400000.',
    ],
    [
      { contentMs: 59_999 },
      'The option approval.retention.contentMs is 59999. Pass milliseconds from 60,000 (a minute) to a hundred years.',
    ],
    [
      { recordsMs: Infinity },
      'The option approval.retention.recordsMs is Infinity. Pass milliseconds from 60,000 (a minute) to a hundred years.',
    ],
  ])('is refused at start-up: %j', async (retention, message) => {
    expect(await rejectionOf(boot(new InMemoryApprovalStore(), [], { retention }))).toMatchObject({ message });
  });
});
