import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textOf } from 'toolgate/model';
import { openSqlDatabase, SqlChatMemoryRepository } from 'toolgate/sql';
import { type PostgresServer, startPostgres } from '../../libs/sql/src/fixtures/postgres-server.fixture.js';
import { startAppending } from './turns-of-process.fixture.js';

const MINUTE = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'toolgate-processes-'));
let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
}, MINUTE);

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
}, MINUTE);

const open = (url: string) =>
  openSqlDatabase(url.startsWith('postgres:') ? { postgres: { connectionString: url } } : { sqlite: { file: url } });

/** The turns of the conversation, if each is complete and contiguous. */
const turnsIn = async (url: string): Promise<readonly string[]> => {
  const database = await open(url);
  const texts = (await new SqlChatMemoryRepository(database).find('c')).map(textOf);
  await database.destroy();
  const turns = texts.filter((_, index) => index % 2 === 0).map((text) => text.replace('question ', ''));
  expect(texts).toEqual(turns.flatMap((turn) => [`question ${turn}`, `answer ${turn}`]));
  return turns;
};

const named = (...names: readonly string[]): readonly string[] =>
  names.flatMap((name) => Array.from({ length: 25 }, (_, index) => `${name}-${index}`)).sort();

describe.each(['SQLite', 'PostgreSQL'])('two processes that share a conversation in %s', (kind) => {
  it(
    'start on an empty database together, and store all 100 messages of 50 turns, each turn contiguously',
    async () => {
      const url = kind === 'SQLite' ? join(folder, 'shared.db') : await server.makeDatabase();
      const processes = await Promise.all(['one', 'two'].map((name) => startAppending(url, name, 25)));
      for (const { go } of processes) go();
      await Promise.all(processes.map(({ end }) => end));
      expect([...(await turnsIn(url))].sort()).toEqual(named('one', 'two'));
    },
    MINUTE,
  );

  it(
    'store a turn once if both of them append it',
    async () => {
      const url = kind === 'SQLite' ? join(folder, 'same.db') : await server.makeDatabase();
      const processes = await Promise.all([1, 2].map(() => startAppending(url, 'same', 25)));
      for (const { go } of processes) go();
      await Promise.all(processes.map(({ end }) => end));
      expect([...(await turnsIn(url))].sort()).toEqual(named('same'));
    },
    MINUTE,
  );
});

describe.each(['SQLite', 'PostgreSQL'])('a process that is killed while it writes to %s', (kind) => {
  it(
    'loses no committed turn, and leaves no partial one',
    async () => {
      const url = kind === 'SQLite' ? join(folder, 'killed.db') : await server.makeDatabase();
      let seen = 0;
      const writing = await startAppending(url, 'killed', 3000, () => {
        if (++seen === 40) writing.child.kill('SIGKILL');
      });
      writing.go();
      await writing.end;
      expect(writing.child.signalCode).toBe('SIGKILL');
      const kept = await turnsIn(url);
      expect(kept.length).toBeLessThan(3000);
      expect(writing.committed.filter((turn) => !kept.includes(turn))).toEqual([]);

      const database = await open(url);
      const repository = new SqlChatMemoryRepository(database);
      for (const turn of kept) await repository.append('c', turn, [{ role: 'user', content: [] }]);
      await database.destroy();
      expect((await turnsIn(url)).slice(0, kept.length)).toEqual(kept);
    },
    MINUTE,
  );
});
