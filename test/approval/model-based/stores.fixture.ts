import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { InMemoryApprovalStore } from 'toolgate/approval';
import { migrateToLatest, openSqlDatabase, SqlApprovalStore } from 'toolgate/sql';
import { startPostgres } from '../../../libs/sql/src/fixtures/postgres-server.fixture.js';
import type { StoreUnderTest } from './views.fixture.js';

/** A store for many sequences: it always contains other runs too. */
export interface OpenStore extends StoreUnderTest {
  close(): Promise<void>;
}

/** A new store in memory. */
export const inMemory = (): StoreUnderTest => {
  let now = 0;
  return { store: new InMemoryApprovalStore(() => now), setClock: (time) => void (now = time) };
};

/** A store in a SQLite file of its own. */
export const inSqlite = async (): Promise<OpenStore> => {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-model-'));
  const remove = async (): Promise<void> => rmSync(folder, { recursive: true, force: true });
  return storeIn(await openSqlDatabase({ sqlite: { file: join(folder, 'model.db') } }), remove);
};

/** A store on a PostgreSQL server of its own. */
export const onPostgres = async (): Promise<OpenStore> => {
  const server = await startPostgres();
  const connectionString = await server.makeDatabase();
  return storeIn(await openSqlDatabase({ postgres: { connectionString } }), () => server.stop());
};

const storeIn = async (database: Kysely<unknown>, remove: () => Promise<void>): Promise<OpenStore> => {
  await migrateToLatest(database);
  let now = 0;
  const store = new SqlApprovalStore(database, { now: () => now });
  const close = async (): Promise<void> => {
    await database.destroy();
    await remove();
  };
  return { store, setClock: (time) => void (now = time), close };
};
