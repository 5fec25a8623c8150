import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PostgresServer, startPostgres } from '../fixtures/postgres-server.fixture.js';
import { PREPARABLE } from '../dialect/statement.js';
import { openSqlDatabase } from './open-sql-database.js';
import type { PostgresOptions } from './connection-options.js';

let server: PostgresServer;
let connectionString: string;

beforeAll(async () => {
  server = await startPostgres();
  connectionString = await server.makeDatabase();
}, 60_000);

afterAll(() => server?.stop(), 30_000);

/** Opens a database with one connection, and closes it after the test. */
const withOneConnection = async (
  options: Omit<PostgresOptions, 'connectionString'>,
  act: (database: Kysely<unknown>) => Promise<void>,
): Promise<void> => {
  const database = await openSqlDatabase({ postgres: { ...options, connectionString, maxConnections: 1 } });
  try {
    await act(database);
  } finally {
    await database.destroy();
  }
};

const sum = async (database: Kysely<unknown>, added: number, text = 'sum'): Promise<number> => {
  const { rows } = await sql<{
    sum: number;
  }>`select ${added}::int + 1 as ${sql.ref(text)} ${sql.raw(PREPARABLE)}`.execute(database);
  return rows[0]!.sum;
};

const prepared = async (database: Kysely<unknown>) => {
  const statements = sql<{ name: string; statement: string }>`select name, statement from pg_prepared_statements`;
  return (await statements.execute(database)).rows;
};

describe('statements that repeat on PostgreSQL', () => {
  it('are prepared once on a connection, and return the rows for their values', async () => {
    await withOneConnection({}, async (database) => {
      expect(await sum(database, 1)).toBe(2);
      expect(await prepared(database)).toEqual([]);
      expect([await sum(database, 2), await sum(database, 3)]).toEqual([3, 4]);
      const statements = await prepared(database);
      expect(statements).toMatchObject([{ statement: `select $1::int + 1 as "sum" ${PREPARABLE}` }]);
      // The same in every process, and short enough for PostgreSQL.
      expect(statements[0]!.name).toBe('toolgate_11c9fa87a1272b5285367ac278338cd912ba5326');
    });
  });

  it('are limited in number and length, and are marked', async () => {
    await withOneConnection({}, async (database) => {
      const long = sql`select ${1}::int ${sql.raw(PREPARABLE + ' '.repeat(8000))}`;
      const unmarked = sql`select ${1}::int`;
      for (const one of [long, long, unmarked, unmarked]) await one.execute(database);
      expect(await prepared(database)).toEqual([]);
      for (let index = 0; index < 240; index++) await sum(database, 1, `sum${index >> 1}`);
      expect(await prepared(database)).toHaveLength(100);
    });
  });

  it('fail with an instruction behind a pooler that does not support them', async () => {
    await withOneConnection({}, async (database) => {
      for (let round = 0; round < 2; round++) await sum(database, 1);
      // The next transaction has another server connection.
      await sql`deallocate all`.execute(database);
      await expect(sum(database, 1)).rejects.toThrow('Set postgres.prepareStatements to false');
    });
  });

  it('are not prepared with prepareStatements: false', async () => {
    await withOneConnection({ prepareStatements: false }, async (database) => {
      for (let round = 0; round < 3; round++) expect(await sum(database, round)).toBe(round + 1);
      expect(await prepared(database)).toEqual([]);
    });
  });
});
