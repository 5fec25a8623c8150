import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Kysely, sql } from 'kysely';
import { vectorStoreContract } from 'toolgate/testing';
import { migrateToLatest } from '../migrations/migrate-to-latest.js';
import { type EmbeddedPostgresql, startPglite } from './pglite.fixture.js';
import { SqlVectorStore } from './sql-vector.store.js';
import { storedVectors } from './stored-vectors.fixture.js';

let server: EmbeddedPostgresql;
let migrated: Kysely<unknown>;

beforeAll(async () => {
  server = await startPglite();
  migrated = await server.open();
  await migrateToLatest(migrated, { vectors: true });
}, 180_000);

afterAll(async () => {
  await server?.stop();
}, 30_000);

/** Returns the database without documents. The tests run one after the other, and share its tables. */
const openDatabase = async (): Promise<Kysely<unknown>> => {
  await sql`truncate toolgate_vectors, toolgate_vector_tags`.execute(migrated);
  return migrated;
};

vectorStoreContract(
  { describe, it },
  { name: 'SqlVectorStore on PostgreSQL', create: async (model) => new SqlVectorStore(await openDatabase(), model) },
);

describe('documents in PostgreSQL', () => {
  storedVectors({ describe, it }, openDatabase);

  it('need pgvector in a schema of the search_path', async () => {
    const database = await server.open({ hidesVectors: true });
    await expect(migrateToLatest(database, { vectors: true })).rejects.toThrow(
      'The extension "vector" of PostgreSQL is in the schema "public", which the search_path test_',
    );
    await migrateToLatest(database);
  });
});
