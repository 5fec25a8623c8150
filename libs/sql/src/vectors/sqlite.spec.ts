import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { Logger } from '@nestjs/common';
import { type Kysely, sql } from 'kysely';
import { HashEmbeddingModel, toolIndexContract, vectorStoreContract } from 'toolgate/testing';
import { VectorToolIndex } from 'toolgate/tool-search';
import { openSqlDatabase } from '../connection/open-sql-database.js';
import { openMigratedSqlite } from '../fixtures/migrated-sqlite.fixture.js';
import { SqlVectorStore } from './sql-vector.store.js';
import { storedVectors } from './stored-vectors.fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'toolgate-vectors-'));
const open: Kysely<unknown>[] = [];
/** An index removes its tools in the background, also after a test. */
const openToTheEnd: Kysely<unknown>[] = [];
let files = 0;

const newFile = (): string => join(folder, `${files++}.db`);

const openFile = async (file = newFile(), kept = open): Promise<Kysely<unknown>> => {
  const database = await openMigratedSqlite({ file, exclusive: false }, { vectors: true });
  kept.push(database);
  return database;
};

afterEach(async () => {
  for (const database of open.splice(0)) await database.destroy();
});

afterAll(async () => {
  // An index that has not removed its tools by now logs that it cannot.
  Logger.overrideLogger(false);
  for (const database of openToTheEnd) await database.destroy();
  rmSync(folder, { recursive: true, force: true });
});

vectorStoreContract(
  { describe, it },
  { name: 'SqlVectorStore on SQLite', create: async (model) => new SqlVectorStore(await openFile(), model) },
);

toolIndexContract(
  { describe, it },
  {
    name: 'VectorToolIndex on SQLite',
    create: async () => {
      const database = await openFile(newFile(), openToTheEnd);
      return new VectorToolIndex(new SqlVectorStore(database, new HashEmbeddingModel({ dimensions: 4096 })));
    },
  },
);

describe('documents in SQLite', () => {
  storedVectors({ describe, it }, () => openFile());

  it('still exist when the file is opened again', async () => {
    const file = join(folder, 'again.db');
    const first = await openFile(file);
    await new SqlVectorStore(first, new HashEmbeddingModel()).add([{ id: '1', text: 'cats sleep' }]);
    await first.destroy();
    open.length = 0;
    const again = await openSqlDatabase({ sqlite: { file, exclusive: false } });
    open.push(again);
    const found = await new SqlVectorStore(again, new HashEmbeddingModel()).search({ text: 'cats' });
    expect(found.map(({ id }) => id)).toEqual(['1']);
  });

  it('are named in the error if they cannot be read', async () => {
    const database = await openFile();
    const store = new SqlVectorStore(database, new HashEmbeddingModel());
    await store.add([{ id: 'cats', text: 'cats sleep' }]);
    await sql`update toolgate_vectors set document = cast(x'7bff' as text)`.execute(database);
    await expect(store.search({ text: 'cats' })).rejects.toThrow(
      'The document "cats" cannot be read: it is not valid UTF-8. Delete it from the VectorStore',
    );
    await store.delete({ ids: ['cats'] });
    expect(await store.search({ text: 'cats' })).toEqual([]);
  });
});
