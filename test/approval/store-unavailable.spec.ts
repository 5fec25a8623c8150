import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { sql } from 'kysely';
import { ApprovalHealth, ChatClient } from 'toolgate';
import {
  ApprovalDecisionException,
  type ApprovalStore,
  InMemoryApprovalStore,
  RunDispatcher,
  StoreUnavailableException,
  TimerRunDispatcher,
} from 'toolgate/approval';
import { migrateToLatest, openSqlDatabase, SqlApprovalStore } from 'toolgate/sql';
import { callsTools, FaultInjectingApprovalStore, ScriptedChatModel, toolCall, VirtualClock } from 'toolgate/testing';
import { bootDesk, Desk, yes } from './approval.fixture.js';
import { HandDispatcher } from './hand-dispatcher.fixture.js';
import { until, waits } from './waiting.fixture.js';

const GRACE = { id: 'grace' };
const HOUR_MS = 3_600_000;
/** More failures than the attempts of any other write. */
const LONG_OUTAGE = 5;
/** Longer than the pause between two attempts of a write. */
const LONGEST_PAUSE_MS = 3500;
const refund = toolCall('refund', { order: 'A-1', amount: 70 });

const start = async (store: ApprovalStore, worker = false, shutdownMs = 10_000) => {
  const model = new ScriptedChatModel([callsTools(refund), 'Done.']);
  const dispatcher = { provide: RunDispatcher, useValue: new TimerRunDispatcher({ sweepMs: 25 }) };
  const options = { store, client: { tools: [Desk] }, retry: false, approval: { worker, shutdownMs } } as const;
  const booted = await bootDesk(model, options, { providers: [dispatcher] });
  const { first, runId } = await waits(booted.app.get(ChatClient).prompt('Refund').call());
  return { ...booted, runId, approval: await booted.approvals.get(first.id) };
};

const problemOf = async (deciding: Promise<unknown>): Promise<unknown> => {
  const error = await deciding.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof ApprovalDecisionException ? error.problem : error;
};

describe('a store that does not answer in time', () => {
  it('makes a decision fail as unavailable, and the same decision counts when it is sent again', async () => {
    const store = new FaultInjectingApprovalStore(new InMemoryApprovalStore());
    const { app, approvals, approval } = await start(store);
    for (const method of ['approval', 'change']) {
      store.plan = (call) => {
        if (call.method === method) throw new StoreUnavailableException(new Error('no answer'));
        return 'ok';
      };
      expect(await problemOf(approvals.decide(approval.id, yes(approval), GRACE))).toBe('unavailable');
      expect(await problemOf(approvals.cancel(approval.id, GRACE))).toBe('unavailable');
    }
    store.plan = () => 'ok';
    expect(await approvals.get(approval.id)).toEqual(approval);
    expect(await approvals.decide(approval.id, yes(approval), GRACE)).toMatchObject({ status: 'APPROVED' });
    await app.close();
  });

  it('causes no failed attempt of a run: the worker resumes it as soon as the store answers', async () => {
    // The clock stands still: a run that was delayed would never be due.
    const clock = new VirtualClock();
    const store = new FaultInjectingApprovalStore(new InMemoryApprovalStore(clock.now));
    const { app, approvals, approval, runId } = await start(store, true);
    let changes = 0;
    store.plan = ({ method }) => {
      // The first call is the decision; then the worker reads the run.
      if (method === 'change' && ++changes === 2) throw new StoreUnavailableException(new Error('no answer'));
      return 'ok';
    };
    await approvals.decide(approval.id, yes(approval), GRACE);
    await until(async () => (await approvals.runs.get(runId)).status === 'completed');
    expect(changes).toBeGreaterThan(2);
    await app.close();
  });
});

describe('the log of a store that does not answer', () => {
  it('states each reason and the recovery once, however often the worker looks', async () => {
    const store = new FaultInjectingApprovalStore(new InMemoryApprovalStore());
    const { app, approvals, approval } = await start(store, true);
    const health = app.get(ApprovalHealth);
    const lines: string[] = [];
    const keep = (...words: readonly unknown[]): void => void lines.push(words.map(String).join(' '));
    app.useLogger({ log: keep, warn: keep, error: keep });
    const fail = async (error: Error): Promise<void> => {
      let looks = 0;
      store.plan = ({ method }) => {
        if (method === 'due') looks++;
        throw error;
      };
      await until(() => looks > 4);
    };
    const refused = new StoreUnavailableException(new Error('connect ECONNREFUSED db-7'));
    await fail(refused);
    await fail(new Error('no such table: toolgate_runs'));
    await fail(new StoreUnavailableException('db-7'));
    expect(await problemOf(approvals.decide(approval.id, yes(approval), GRACE))).toBe('unavailable');
    await fail(refused);
    for (const _ of [1, 2]) expect(await health.check()).toMatchObject({ toolgate: { status: 'down' } });
    store.plan = () => 'ok';
    await until(() => lines.some((line) => line.includes('listed again.')));
    for (const _ of [1, 2]) expect(await health.check()).toMatchObject({ toolgate: { status: 'up' } });
    expect(lines).toEqual([
      'Due runs could not be listed, and are listed again later: Error: connect ECONNREFUSED db-7 Toolgate',
      'Due runs could not be listed, and are listed again later: Error: no such table: toolgate_runs Toolgate',
      'Due runs could not be listed, and are listed again later: StoreUnavailableException: The store is unavailable, and nothing was changed. Try again. Toolgate',
      'A decision was not saved, because the store is unavailable: StoreUnavailableException: The store is unavailable, and nothing was changed. Try again. Toolgate',
      'The store of approvals does not answer: Error: connect ECONNREFUSED db-7 Toolgate',
      'The health check fails: The store failed, and the log states why Toolgate',
      'Due runs are listed again. Toolgate',
      'The health check succeeds again. Toolgate',
    ]);
    await app.close();
  });

  it('states no recovery while the application stops', async () => {
    const store = new FaultInjectingApprovalStore(new InMemoryApprovalStore());
    const dispatcher = new HandDispatcher();
    const providers = [{ provide: RunDispatcher, useValue: dispatcher }];
    const { app } = await bootDesk(new ScriptedChatModel([]), { store, approval: { worker: true } }, { providers });
    const lines: string[] = [];
    const keep = (line: string): void => void lines.push(line);
    app.useLogger({ log: keep, warn: keep, error: keep });
    store.plan = () => {
      throw new StoreUnavailableException(new Error('connect ECONNREFUSED db-7'));
    };
    await dispatcher.sweep();
    await app.close();
    await dispatcher.sweep();
    expect(lines.filter((line) => line.startsWith('Due runs'))).toEqual([expect.stringContaining('ECONNREFUSED db-7')]);
  });
});

describe('a store that does not answer when a body ends', () => {
  it('receives the result as soon as it answers again, although the lease has expired by then', async () => {
    const clock = new VirtualClock();
    const store = new FaultInjectingApprovalStore(new InMemoryApprovalStore(clock.now));
    const { app, desk, approvals, approval, runId } = await start(store);
    await approvals.decide(approval.id, yes(approval), GRACE);
    let failures = 0;
    store.plan = ({ method }) => {
      if (method !== 'change' || desk.done.length === 0 || failures === LONG_OUTAGE) return 'ok';
      failures++;
      throw new StoreUnavailableException(new Error('no answer'));
    };
    const resuming = approvals.runs.resume(runId).catch(() => {});
    await until(() => failures === LONG_OUTAGE, 10_000);
    clock.advance(HOUR_MS);
    await resuming;
    expect(await approvals.get(approval.id)).toMatchObject({ status: 'SUCCEEDED' });
    expect(await approvals.runs.resume(runId)).toMatchObject({ status: 'completed' });
    expect(desk.done).toHaveLength(1);
    await app.close();
  });

  it.runIf(inject('isThorough'))('is left alone soon after a process stops', async () => {
    const store = new FaultInjectingApprovalStore(new InMemoryApprovalStore());
    const { app, desk, approvals, approval, runId } = await start(store, false, 1);
    await approvals.decide(approval.id, yes(approval), GRACE);
    store.plan = ({ method }) => {
      if (method !== 'change' || desk.done.length === 0) return 'ok';
      throw new StoreUnavailableException(new Error('no answer'));
    };
    const resuming = approvals.runs.resume(runId).catch(() => {});
    await until(() => desk.done.length === 1);
    await app.close();
    await resuming;
    let before: number;
    do {
      before = store.calls.length;
      await new Promise((resolve) => setTimeout(resolve, LONGEST_PAUSE_MS));
    } while (store.calls.length > before);
    expect((await store.state(runId))!.run.slots).toMatchObject([{ state: 'started' }]);
  });
});

describe('a SQLite file that another process locks for too long', () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-unavailable-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('makes a decision fail as unavailable, and the same decision counts when it is sent again', async () => {
    const shared = { file: join(folder, 'shared.db'), exclusive: false, busyTimeoutMs: 50 };
    const one = await openSqlDatabase({ sqlite: shared });
    const other = await openSqlDatabase({ sqlite: shared });
    await migrateToLatest(one);
    const { app, approvals, approval } = await start(new SqlApprovalStore(one));
    await other.transaction().execute(async (transaction) => {
      await sql`delete from toolgate_approval_events`.execute(transaction);
      expect(await problemOf(approvals.decide(approval.id, yes(approval), GRACE))).toBe('unavailable');
      expect(await approvals.get(approval.id)).toEqual(approval);
    });
    expect(await approvals.decide(approval.id, yes(approval), GRACE)).toMatchObject({ status: 'APPROVED' });
    await app.close();
    await one.destroy();
    await other.destroy();
  });
});
