import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type ModuleMetadata } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { Kysely, SqliteDialect } from 'kysely';
import { ToolgateModule } from 'toolgate';
import { EmbeddingModel, VectorStore } from 'toolgate/model';
import { HashEmbeddingModel } from 'toolgate/testing';
import { migrateToLatest } from '../migrations/migrate-to-latest.js';
import { openSqlDatabase } from '../connection/open-sql-database.js';
import { startPostgres } from '../fixtures/postgres-server.fixture.js';
import { SqlModule } from '../sql.module.js';

const folder = mkdtempSync(join(tmpdir(), 'toolgate-vector-module-'));
let files = 0;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const newFile = (): string => join(folder, `${files++}.db`);

const EMBEDDINGS = { provide: EmbeddingModel, useClass: HashEmbeddingModel };

const boot = async (...imports: NonNullable<ModuleMetadata['imports']>) => {
  const parts = { imports: [ToolgateModule.forRoot({}), ...imports], providers: [EMBEDDINGS] };
  const app = await Test.createTestingModule(parts).compile();
  return app.init();
};

const roundTrip = async (...imports: Parameters<typeof boot>): Promise<readonly string[]> => {
  const app = await boot(...imports);
  const store = app.get(VectorStore);
  const before = await store.search({ text: 'lamps' });
  await store.add([{ id: `${before.length}`, text: 'lamps' }]);
  const found = await store.search({ text: 'lamps' });
  await app.close();
  return found.map(({ id }) => id).sort();
};

describe('SqlModule with vectors', () => {
  it.each([
    ['forRoot', (file: string) => SqlModule.forRoot({ sqlite: { file }, vectors: true })],
    [
      'forRootAsync',
      (file: string) => SqlModule.forRootAsync({ vectors: true, useFactory: () => ({ sqlite: { file } }) }),
    ],
  ])('stores documents that survive the application: %s', async (_, module) => {
    const file = newFile();
    expect(await roundTrip(module(file))).toEqual(['0']);
    expect(await roundTrip(module(file))).toEqual(['0', '1']);
    expect(await roundTrip(SqlModule.forRoot({ sqlite: { file }, vectors: { collection: 'other' } }))).toEqual(['0']);
  });

  it.each([
    ['without the option', {}],
    ['with it switched off', { vectors: false }],
  ])('leaves VectorStore in memory %s, and creates no tables for it', async (_, vectors) => {
    const file = newFile();
    const module = () => SqlModule.forRoot({ sqlite: { file }, ...vectors });
    expect(await roundTrip(module())).toEqual(['0']);
    expect(await roundTrip(module())).toEqual(['0']);
    const database = await openSqlDatabase({ sqlite: { file } });
    const tables = await database.introspection.getTables();
    expect(tables.map(({ name }) => name).filter((name) => name.includes('vector'))).toEqual([]);
    await database.destroy();
  });

  it('leaves the tables to a command, and reports it if they are missing', async () => {
    const file = newFile();
    const module = () => SqlModule.forRoot({ sqlite: { file }, vectors: true, migrate: false });
    const database = async (act: (database: Kysely<unknown>) => Promise<void>) => {
      const opened = await openSqlDatabase({ sqlite: { file } });
      await act(opened);
      await opened.destroy();
    };
    await database((opened) => migrateToLatest(opened));
    await expect(boot(module())).rejects.toThrow(
      'lacks these migrations of toolgate: 0001-vectors. Run migrateToLatest(database, { vectors: true }), or leave',
    );
    await database((opened) => migrateToLatest(opened, { vectors: true }));
    expect(await roundTrip(module())).toEqual(['0']);
  });
});

describe('SqlModule with vectors stops start-up', () => {
  it.each<[string, string, unknown]>([
    ['for an invalid value', 'The option vectors is a string. Pass true, false or an object with collection.', 'yes'],
    ['for an unknown option', 'Unknown option vectors.colection. Use collection.', { colection: 'a' }],
    ['for a collection without a name', 'collection of a SqlVectorStore is not a name', { collection: '' }],
  ])('%s', async (_, message, vectors) => {
    await expect(async () => {
      await boot(SqlModule.forRoot({ sqlite: { file: newFile() }, vectors: vectors as never }));
    }).rejects.toThrow(message);
  });

  it('if the option is in the result of the factory', async () => {
    const useFactory = () => ({ sqlite: { file: newFile() }, vectors: true }) as never;
    await expect(boot(SqlModule.forRootAsync({ useFactory }))).rejects.toThrow('Write it beside useFactory.');
  });

  it('without ToolgateModule, which has the token of the embedding model', async () => {
    const alone = Test.createTestingModule({
      imports: [SqlModule.forRoot({ sqlite: { file: newFile() }, vectors: true })],
    });
    await expect(alone.compile()).rejects.toThrow('SqlVectorStore needs an EmbeddingModel. Provide EmbeddingModel');
  });

  it('on a SQLite other than that of libsql', async () => {
    const statement = {
      reader: true,
      all: () => {
        throw new Error('no such function: vector32');
      },
    };
    const database = { prepare: () => statement, close: () => {} } as never;
    const kysely = new Kysely<unknown>({ dialect: new SqliteDialect({ database }) });
    await expect(boot(SqlModule.forRoot({ database: kysely, vectors: true }))).rejects.toThrow(
      'needs SQLite with the vector functions of libsql, which the option database does not have. Open it with',
    );
  });

  it('on a PostgreSQL without pgvector, and leaves the other tables unchanged', async () => {
    const server = await startPostgres();
    try {
      const postgres = { connectionString: await server.makeDatabase() };
      await (await boot(SqlModule.forRoot({ postgres }))).close();
      await expect(boot(SqlModule.forRoot({ postgres, vectors: true }))).rejects.toThrow(
        'The option vectors of SqlModule needs the extension "vector" (pgvector) in PostgreSQL, which is not installed on the server. Install pgvector',
      );
      await (await boot(SqlModule.forRoot({ postgres }))).close();
    } finally {
      await server.stop();
    }
  });
});
