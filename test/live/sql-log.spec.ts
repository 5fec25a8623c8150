import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sql } from 'kysely';
import { ChatClient, type StreamPart } from 'toolgate';
import { TurnLog } from 'toolgate/chat';
import { migrateToLatest, openSqlDatabase, SqlTurnLog, type SqlTurnLogOptions } from 'toolgate/sql';
import { ScriptedChatModel } from 'toolgate/testing';
import { bootDesk } from '../approval/approval.fixture.js';
import { allOf, loggedLines } from './live.fixture.js';

const TEXT = 'The order A-1 was delivered on Tuesday, and the parcel was left with your neighbor.';
const PARTS = Math.ceil(TEXT.length / 4) + 1;

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const openDatabase = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-sql-log-'));
  const database = await openSqlDatabase({ sqlite: { file: join(folder, 'turns.db') } });
  await migrateToLatest(database);
  closing.push(
    async () => rmSync(folder, { recursive: true }),
    () => database.destroy(),
  );
  return database;
};

/** An application whose model writes one part in each turn of the event loop, and whose log is in a database. */
const boot = async (options: SqlTurnLogOptions) => {
  const database = await openDatabase();
  const beforePart = () => new Promise((resolve) => setImmediate(resolve));
  const providers = [{ provide: TurnLog, useValue: new SqlTurnLog(database, options) }];
  const { app } = await bootDesk(new ScriptedChatModel([TEXT], { beforePart }), {}, { providers });
  closing.push(() => app.close());
  const sizes = async (): Promise<readonly number[]> => {
    const { rows } = await sql<{ size: number }>`select size from toolgate_live_parts order by position`.execute(
      database,
    );
    return rows.map(({ size }) => size);
  };
  return { turn: app.get(ChatClient).prompt('Where is A-1?').stream().live(), sizes };
};

describe('the parts of a live turn in a database', () => {
  it('are few rows: the first part at once, and then those of a time', async () => {
    const { turn, sizes } = await boot({ joinMs: 1000 });
    await vi.waitFor(async () => expect(await sizes()).toEqual([1]));
    expect(await allOf(turn.parts())).toHaveLength(PARTS);
    const [first, ...others] = await sizes();
    expect(first).toBe(1);
    expect(others.length).toBeLessThan(PARTS / 4);
  });

  it('are read to the end of a turn that has ended, however many rows they are', async () => {
    const log = new SqlTurnLog(await openDatabase(), { joinMs: 0 });
    closing.push(async () => log.close());
    const turn = await log.open('r', { tenant: 't', attempt: 0, onAbort: () => {} });
    const parts = Array.from(
      { length: 450 },
      (_, index) => ({ type: 'text-delta', id: '0', delta: `${index}` }) as const,
    );
    for (const part of parts) await turn.append([part]);
    await turn.end();
    const seen: StreamPart[] = [];
    for await (const list of log.read('r', 0)) seen.push(...list);
    expect(seen).toEqual(parts);
  });

  it('belong to the process that writes them, for as long as it lives and no other process takes the turn', async () => {
    const database = await openDatabase();
    const [first, second] = [3000, 1500].map((leaseMs) => new SqlTurnLog(database, { joinMs: 0, pollMs: 20, leaseMs }));
    closing.push(async () => first!.close());
    const leaseEnd = async (): Promise<number> => {
      const { rows } = await sql<{ until: number }>`select until from toolgate_live_turns`.execute(database);
      return Number(rows[0]!.until);
    };
    const opened = { tenant: 't', onAbort: () => {} };
    const quiet = await first!.open('r', { ...opened, attempt: 0 });
    const end = await leaseEnd();
    await vi.waitFor(async () => expect(await leaseEnd()).toBeGreaterThan(end), { timeout: 10_000 });
    await second!.open('r', { ...opened, attempt: 1 });
    await expect(quiet.append([{ type: 'text-delta', id: '0', delta: 'x' }])).rejects.toMatchObject({
      problem: 'lost',
    });
    // The process that took the turn is lost. If the first one renewed its lease, the turn would stay open.
    second!.close();
    await delay(1600);
    expect(await first!.find('r')).toMatchObject({ attempt: 1, isOpen: false });
  });

  it('are removed some time after the end of the turn', async () => {
    const { turn, sizes } = await boot({ joinMs: 0, keepMs: 50 });
    expect(await turn.outcome()).toMatchObject({ content: TEXT });
    await vi.waitFor(async () => expect(await sizes()).toEqual([]), 5000);
  });

  it('are given up if they exceed the most bytes, and the turn continues', async () => {
    const { turn } = await boot({ joinMs: 0, maxBytes: 300 });
    const lines = loggedLines();
    const parts = allOf(turn.parts());
    expect(await turn.outcome()).toMatchObject({ content: TEXT });
    expect((await parts).at(-1)).toMatchObject({ type: 'error', kind: 'lost' });
    expect(lines).toEqual([expect.stringContaining('Raise liveTurns.maxBytes of SqlModule.')]);
  });
});
