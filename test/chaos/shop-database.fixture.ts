import { join } from 'node:path';
import type { PostgresOptions, SqliteOptions } from 'toolgate/sql';
import { startPostgres } from '../../libs/sql/src/fixtures/postgres-server.fixture.js';

/** The database of all processes. */
export type DatabaseKind = 'sqlite' | 'postgres';

/** An empty database, and how many processes may share it at a time. */
export interface ShopDatabase {
  readonly connection: { readonly sqlite: SqliteOptions } | { readonly postgres: PostgresOptions };
  readonly processes: number;
  stop(): Promise<void>;
}

/** Creates a file for one process at a time, or starts a server for four. */
export const createShopDatabase = (kind: DatabaseKind, folder: string): Promise<ShopDatabase> =>
  kind === 'sqlite' ? onSqlite(folder) : onPostgres();

const onSqlite = async (folder: string): Promise<ShopDatabase> => ({
  connection: { sqlite: { file: join(folder, 'shop.db') } },
  processes: 1,
  stop: async () => {},
});

/** Shorter than most stops, so that the server releases the locks of a stopped process. */
const IDLE_IN_TRANSACTION_MS = 700;

const onPostgres = async (): Promise<ShopDatabase> => {
  const server = await startPostgres();
  const connectionString = await server.makeDatabase();
  const postgres = { connectionString, idleInTransactionTimeoutMs: IDLE_IN_TRANSACTION_MS };
  return { connection: { postgres }, processes: 4, stop: () => server.stop() };
};
