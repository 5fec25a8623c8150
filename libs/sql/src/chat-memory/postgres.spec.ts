import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Kysely, sql } from 'kysely';
import { assistantMessage, textOf, userMessage } from 'toolgate/model';
import { chatMemoryRepositoryContract } from 'toolgate/testing';
import { migrateToLatest } from '../migrations/migrate-to-latest.js';
import { openSqlDatabase } from '../connection/open-sql-database.js';
import { type PostgresServer, startPostgres } from '../fixtures/postgres-server.fixture.js';
import { SqlChatMemoryRepository } from './sql-chat-memory.repository.js';

let server: PostgresServer;
const pools: Kysely<unknown>[] = [];

const openPool = async (connectionString: string): Promise<Kysely<unknown>> => {
  const database = await openSqlDatabase({ postgres: { connectionString } });
  pools.push(database);
  return database;
};

let connectionString: string;
let one: Kysely<unknown>;
let other: Kysely<unknown>;

beforeAll(async () => {
  server = await startPostgres();
  connectionString = await server.makeDatabase();
  one = await openPool(connectionString);
  other = await openPool(connectionString);
  await migrateToLatest(one);
}, 60_000);

afterAll(async () => {
  for (const pool of pools) await pool.destroy();
  await server?.stop();
}, 30_000);

const END_OF_TIME = new Date(8.64e15);

/** A repository with empty tables. */
const emptied = async (now?: () => Date): Promise<SqlChatMemoryRepository> => {
  await new SqlChatMemoryRepository(one).deleteUnusedSince(END_OF_TIME);
  return new SqlChatMemoryRepository(one, { ...(now && { now }) });
};

chatMemoryRepositoryContract({ describe, it }, { name: 'PostgreSQL', create: ({ now }) => emptied(now) });

const turnOf = (turn: string) => [userMessage(`question ${turn}`), assistantMessage(`answer ${turn}`)];

/** Waits until a statement waits for a lock. */
const statementWaits = async (): Promise<void> => {
  const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  while ((await waiting.execute(other)).rows.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
};

/** Closes all other connections to the database, as a stopping server does; returns how many. */
const endOthers = async (database: Kysely<unknown>): Promise<number> => {
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and datname = current_database()`.execute(database);
  return rows.length;
};

describe('conversations in PostgreSQL', () => {
  it('store the same turn of two instances once', async () => {
    const repositories = [await emptied(), new SqlChatMemoryRepository(other)];
    for (let turn = 0; turn < 20; turn++) {
      await Promise.all(repositories.map((repository, index) => repository.append('c', `${turn}`, turnOf(`${index}`))));
    }
    const texts = (await repositories[0]!.find('c')).map(textOf);
    expect(texts).toHaveLength(40);
    const questions = texts.filter((_, index) => index % 2 === 0);
    expect(texts).toEqual(questions.flatMap((text) => [text, text.replace('question', 'answer')]));
  });

  it('contain whole turns only, whatever is deleted and cleaned up in the meantime', async () => {
    const repositories = [await emptied(), new SqlChatMemoryRepository(other)];
    const turns = Array.from({ length: 60 }, (_, index) => String(index));
    const work = turns.flatMap((turn, index) => {
      const repository = repositories[index % 2]!;
      const append = repository.append('c', turn, turnOf(turn));
      if (index % 7 === 0) return [append, repository.delete('c')];
      return index % 11 === 0 ? [append, repository.deleteUnusedSince(END_OF_TIME)] : [append];
    });
    await Promise.all(work);
    await repositories[0]!.append('c', 'last', turnOf('last'));
    const texts = (await repositories[1]!.find('c')).map(textOf);
    const questions = texts.filter((_, index) => index % 2 === 0);
    expect(texts).toEqual(questions.flatMap((text) => [text, text.replace('question', 'answer')]));
    expect(texts.at(-1)).toBe('answer last');
    const left = await sql<{ count: string }>`
      select count(*) from toolgate_memory_turns
      where not exists (select from toolgate_memory_messages m where m.message like '%question ' || turn || '"%')`.execute(
      one,
    );
    expect(left.rows[0]!.count).toBe('0');
  });

  it('are in the order of commits, whichever transaction began first', async () => {
    const repository = await emptied();
    await repository.append('c', '0', turnOf('0'));
    let late!: Promise<void>;
    await one.transaction().execute(async (transaction) => {
      await sql`select from toolgate_memory_conversations where id = 'c' for update`.execute(transaction);
      late = new SqlChatMemoryRepository(other).append('c', 'waits', turnOf('waits'));
      await statementWaits();
      expect(await repository.find('c')).toEqual(turnOf('0'));
    });
    await late;
    expect(await repository.find('c')).toEqual([...turnOf('0'), ...turnOf('waits')]);
  });

  it('are not deleted if a message was added while the deletion waited', async () => {
    const repository = await emptied(() => new Date(1000));
    await repository.append('c', '1', turnOf('1'));
    let deletion!: Promise<number>;
    await one.transaction().execute(async (transaction) => {
      await sql`update toolgate_memory_conversations set used = 3000`.execute(transaction);
      deletion = new SqlChatMemoryRepository(other).deleteUnusedSince(new Date(2000));
      await statementWaits();
    });
    expect(await deletion).toBe(0);
    expect(await repository.find('c')).toEqual(turnOf('1'));
  });

  it('are available again after the server has closed all connections', async () => {
    const repository = await emptied();
    await repository.append('c', '1', turnOf('1'));
    const warn = vi.spyOn(Logger.prototype, 'warn').mockImplementation(() => {});
    const ended = await endOthers(other);
    while (warn.mock.calls.length < ended) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(warn.mock.calls[0]).toEqual([expect.stringContaining('A connection to PostgreSQL was lost')]);
    warn.mockRestore();
    expect(await repository.find('c')).toEqual(turnOf('1'));
  });

  it('store nothing of a turn whose connection is closed in the middle, and store it when it is repeated', async () => {
    const repository = await emptied();
    await repository.append('c', '1', turnOf('1'));
    const warn = vi.spyOn(Logger.prototype, 'warn').mockImplementation(() => {});
    let broken!: Promise<unknown>;
    await other.transaction().execute(async (transaction) => {
      await sql`select from toolgate_memory_conversations where id = 'c' for update`.execute(transaction);
      broken = repository.append('c', '2', turnOf('2')).catch((error: unknown) => error);
      await statementWaits();
      const ended = await endOthers(transaction);
      expect(String(await broken)).toMatch(/connection terminated|terminating connection/i);
      while (warn.mock.calls.length < ended - 1) await new Promise((resolve) => setTimeout(resolve, 10));
    });
    warn.mockRestore();
    expect(await repository.find('c')).toEqual(turnOf('1'));
    await repository.append('c', '2', turnOf('2'));
    expect(await repository.find('c')).toEqual([...turnOf('1'), ...turnOf('2')]);
  });

  it('are saved if the database has another default isolation level', async () => {
    await emptied();
    const name = new URL(connectionString).pathname.slice(1);
    await sql`alter database ${sql.id(name)} set default_transaction_isolation = 'serializable'`.execute(one);
    const fresh = new SqlChatMemoryRepository(await openPool(connectionString));
    const turns = Array.from({ length: 20 }, (_, index) => String(index));
    await Promise.all(turns.map((turn) => fresh.append('c', turn, turnOf(turn))));
    expect(await fresh.find('c')).toHaveLength(40);
    await sql`alter database ${sql.id(name)} reset default_transaction_isolation`.execute(one);
  });
});
