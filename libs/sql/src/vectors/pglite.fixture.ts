import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';

/** A PostgreSQL inside the process, with pgvector available. All tests share its one connection. */
export interface EmbeddedPostgresql {
  /** A Kysely instance with its own empty schema. Its search path may lack the schema of pgvector. */
  open(options?: { readonly hidesVectors?: boolean }): Promise<Kysely<unknown>>;
  stop(): Promise<void>;
}

/** Starts PGlite, which needs some seconds. */
export const startPglite = async (): Promise<EmbeddedPostgresql> => {
  const server = await PGlite.create({ extensions: { vector } });
  await server.exec('create extension vector with schema public');
  let schemas = 0;
  const open: EmbeddedPostgresql['open'] = async ({ hidesVectors = false } = {}) => {
    const schema = `test_${schemas++}`;
    await server.exec(`create schema ${schema}`);
    return new Kysely({
      dialect: new PostgresDialect({ pool: poolOf(server, hidesVectors ? schema : `${schema}, public`) }),
    });
  };
  return { open, stop: () => server.close() };
};

/** A pool of one connection: a second transaction waits until the first has ended. */
const poolOf = (server: PGlite, searchPath: string) => {
  let last: Promise<void> = Promise.resolve();
  const query = async (sql: string, parameters: readonly unknown[]) => {
    const { rows, affectedRows } = await server.query(sql, [...parameters]);
    return { command: sql.trim().split(' ')[0]!.toUpperCase(), rowCount: affectedRows ?? rows.length, rows };
  };
  const connect = async (): Promise<PostgresPoolClient> => {
    const before = last;
    let release!: () => void;
    last = new Promise((resolve) => (release = resolve));
    await before;
    await server.exec(`set search_path to ${searchPath}`);
    return { query: query as unknown as PostgresPoolClient['query'], release };
  };
  return { connect, end: async () => {} };
};
