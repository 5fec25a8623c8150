import { join } from 'node:path';
import { Client } from 'pg';
import type { PostgresOptions, SqliteOptions } from 'toolgate/sql';
import { startOwnPostgres } from '../../libs/sql/src/fixtures/postgres-server.fixture.js';

/** The database of all processes. */
export type DatabaseKind = 'sqlite' | 'postgres';

/** An empty database, and how many processes may share it at a time. */
export interface ShopDatabase {
  readonly connection: { readonly sqlite: SqliteOptions } | { readonly postgres: PostgresOptions };
  readonly processes: number;
  /** The number of approvals; 0 if the server does not answer, and for a file. */
  countApprovals(): Promise<number>;
  /** Ends the server as a crash does, and starts it again after some milliseconds. */
  restart(afterMs: number): Promise<void>;
  stop(): Promise<void>;
}

const MOST_PROCESSES = 4;

/** Creates a file for one process at a time, or starts a server for several. */
export const createShopDatabase = (
  kind: DatabaseKind,
  folder: string,
  processes = MOST_PROCESSES,
): Promise<ShopDatabase> => (kind === 'sqlite' ? onSqlite(folder) : onPostgres(processes));

const onSqlite = async (folder: string): Promise<ShopDatabase> => ({
  connection: { sqlite: { file: join(folder, 'shop.db') } },
  processes: 1,
  countApprovals: async () => 0,
  restart: async () => {},
  stop: async () => {},
});

/** Shorter than most stops, so that the server releases the locks of a stopped process. */
const IDLE_IN_TRANSACTION_MS = 700;

const onPostgres = async (processes: number): Promise<ShopDatabase> => {
  const server = await startOwnPostgres({ isRestarted: true });
  const connectionString = await server.makeDatabase();
  const postgres = { connectionString, idleInTransactionTimeoutMs: IDLE_IN_TRANSACTION_MS, maxConnections: 5 };
  return {
    connection: { postgres },
    processes,
    countApprovals: () => countIn(connectionString),
    restart: (afterMs) => server.restart(afterMs),
    stop: () => server.stop(),
  };
};

const countIn = async (connectionString: string): Promise<number> => {
  const client = new Client({ connectionString });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ count: string }>('select count(*) from toolgate_approvals');
    return Number(rows[0]!.count);
  } catch {
    // The tables are not there yet, or the server is away.
    return 0;
  } finally {
    await client.end().catch(() => {});
  }
};
