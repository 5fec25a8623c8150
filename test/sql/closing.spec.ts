import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { migrateToLatest, openSqlDatabase, SqlApprovalStore } from 'toolgate/sql';
import { databaseWith } from '../../libs/sql/src/dialect/database-with.js';
import { deferred } from '../story.fixture.js';
import { compiledProgram } from '../run/compiled-program.js';

const MINUTE = 60_000;
/** Steps of the event loop after the first change: all steps of one change, and some of the others. */
const STEPS = Array.from({ length: 51 }, (_, index) => (index <= 30 ? index : 30 + 5 * (index - 30)));
const folder = mkdtempSync(join(tmpdir(), 'toolgate-closing-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Closed {
  readonly steps: number;
  /** The outcomes of changes of three runs, and of two readers. */
  readonly ends: readonly string[];
  readonly late: string;
  readonly kept: readonly string[];
}

describe('a SQLite file that is closed during writes', () => {
  it(
    'finishes the changes that have begun and rejects the others at every step, and the process continues',
    async () => {
      const { stdout } = await promisify(execFile)(process.execPath, [
        await compiledProgram('test/sql/close-early'),
        folder,
        ...STEPS.map(String),
      ]);
      const closed = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Closed);
      expect(closed.map(({ steps }) => steps)).toEqual(STEPS);
      for (const { ends, late, kept } of closed) {
        expect(['a', 'b', 'c'].filter((_, index) => ends[index] === 'done')).toEqual(kept);
        for (const end of ends.slice(0, 4)) expect(['done', 'StoreUnavailableException']).toContain(end);
        expect(['done', 'DatabaseClosedException']).toContain(ends[4]);
        expect(late).toBe('StoreUnavailableException');
      }
      // Some were closed before anything was written, and some after everything was.
      expect(new Set(closed.map(({ kept }) => kept.join()))).toEqual(new Set(['', 'a', 'a,b', 'a,b,c']));
    },
    MINUTE,
  );

  it('rolls back a transaction that does not end in time, and its reader receives an error', async () => {
    const file = join(folder, 'stuck.db');
    const database = await openSqlDatabase({ sqlite: { file, busyTimeoutMs: 50 } });
    await sql`create table lines (line text)`.execute(database);
    const begun = deferred();
    const goOn = deferred();
    const stuck = database.transaction().execute(async (transaction) => {
      await sql`insert into lines values ('late')`.execute(transaction);
      begun.resolve();
      await goOn.promise;
      await sql`insert into lines values ('later')`.execute(transaction);
    });
    await begun.promise;
    const waiting = sql`select 1`.execute(database);
    const refused = expect(waiting).rejects.toThrow(/stuck\.db is closed, because the application stops/);
    await database.destroy();
    await refused;
    goOn.resolve();
    await expect(stuck).rejects.toThrow(/stuck\.db is closed/);

    const again = await openSqlDatabase({ sqlite: { file } });
    expect((await sql`select * from lines`.execute(again)).rows).toEqual([]);
    await again.destroy();
  });

  it('ends a stream of rows at its next row', async () => {
    const database = await openSqlDatabase({ sqlite: { file: join(folder, 'stream.db'), busyTimeoutMs: 0 } });
    await migrateToLatest(database);
    const rows = databaseWith<{ toolgate_migrations: { name: string } }>(database)
      .selectFrom('toolgate_migrations')
      .select('name')
      .stream();
    expect((await rows.next()).done).toBe(false);
    await database.destroy();
    await expect(rows.next()).rejects.toThrow(/stream\.db is closed/);
  });
});

describe('an application on SQLite that receives a signal to stop under load', () => {
  it.each([1, 20])(
    'ends cleanly and has saved every acknowledged decision: after %i',
    async (count) => {
      const file = join(folder, `load-${count}.db`);
      const child = spawn(process.execPath, [await compiledProgram('test/sql/load-desk'), file], {
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      let said = '';
      child.stderr.on('data', (chunk) => (said += String(chunk)));
      const acknowledged: string[] = [];
      createInterface({ input: child.stdout }).on('line', (id) => {
        if (acknowledged.push(id) === count) child.kill('SIGTERM');
      });
      const end = await new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code)));
      expect({ end, said }).toEqual({ end: 'SIGTERM', said: '' });

      const database = await openSqlDatabase({ sqlite: { file } });
      const store = new SqlApprovalStore(database);
      const lost = [];
      for (const id of acknowledged) if ((await store.approval(id))?.votes.length !== 1) lost.push(id);
      await database.destroy();
      expect(acknowledged.length).toBeGreaterThanOrEqual(count);
      expect(lost).toEqual([]);
    },
    MINUTE,
  );
});
