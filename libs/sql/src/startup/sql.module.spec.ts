import 'reflect-metadata';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Inject, Injectable, Module, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { CamelCasePlugin, Kysely, type KyselyPlugin, sql } from 'kysely';
import { ApprovalStore } from 'toolgate/approval';
import { ChatMemoryRepository } from 'toolgate/memory';
import { userMessage } from 'toolgate/model';
import { SqlApprovalStore } from '../approval/sql-approval.store.js';
import { SqlChatMemoryRepository } from '../chat-memory/sql-chat-memory.repository.js';
import { migrateToLatest } from '../migrations/migrate-to-latest.js';
import { openSqlDatabase } from '../connection/open-sql-database.js';
import { SQL_DATABASE } from '../options/sql.constants.js';
import { SqlException } from '../errors/sql.errors.js';
import { SqlModule } from '../sql.module.js';
import type { SqlModuleOptions } from '../sql.module-definition.js';

const folder = mkdtempSync(join(tmpdir(), 'toolgate-sql-module-'));
let files = 0;
const newFile = (): string => join(folder, `${files++}.db`);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const boot = async (options: SqlModuleOptions) => {
  const app = await Test.createTestingModule({ imports: [SqlModule.forRoot(options)] }).compile();
  return app.init();
};

const HELLO = [userMessage('Hello')];

describe('SqlModule', () => {
  it('provides the repository of conversations, and creates its tables', async () => {
    const file = newFile();
    const app = await boot({ sqlite: { file } });
    const repository = app.get(ChatMemoryRepository);
    expect(repository).toBeInstanceOf(SqlChatMemoryRepository);
    await repository.append('c', '1', HELLO);
    await app.close();

    const again = await boot({ sqlite: { file } });
    expect(await again.get(ChatMemoryRepository).find('c')).toEqual(HELLO);
    await again.close();
  });

  it('provides the store of approvals, in the same database', async () => {
    const app = await boot({ sqlite: { file: newFile() } });
    const store = app.get(ApprovalStore);
    expect(store).toBeInstanceOf(SqlApprovalStore);
    expect(await store.runs({})).toEqual({ items: [] });
    await app.close();
  });

  it('creates the tables before other modules start, and closes after they stopped', async () => {
    const found: number[] = [];
    @Injectable()
    class Archive implements OnModuleInit, OnModuleDestroy {
      constructor(private readonly repository: ChatMemoryRepository) {}
      async onModuleInit() {
        await this.repository.append('c', '1', HELLO);
      }
      async onModuleDestroy() {
        found.push((await this.repository.find('c')).length);
      }
    }
    @Module({ imports: [SqlModule.forRoot({ sqlite: { file: newFile() } })], providers: [Archive] })
    class AppModule {}
    const app = await Test.createTestingModule({ imports: [AppModule] }).compile();
    await app.init();
    const database = app.get<Kysely<unknown>>(SQL_DATABASE, { strict: false });
    await app.close();
    expect(found).toEqual([1]);
    await expect(sql`select 1`.execute(database)).rejects.toThrow();
  });

  it('accepts options from a factory', async () => {
    const app = await Test.createTestingModule({
      imports: [SqlModule.forRootAsync({ useFactory: async () => ({ sqlite: { file: newFile() } }) })],
    }).compile();
    await app.init();
    expect(await app.get(ChatMemoryRepository).conversations()).toEqual([]);
    await app.close();
  });

  it("works on the application's own Kysely instance, beside its tables, and leaves it open", async () => {
    interface Own {
      orders: { orderNumber: string };
    }
    const opened = await openSqlDatabase({ sqlite: { file: newFile() } });
    const database = opened.withPlugin(new CamelCasePlugin()) as Kysely<Own>;
    await database.schema.createTable('orders').addColumn('orderNumber', 'text').execute();
    @Injectable()
    class Orders {
      constructor(@Inject(SQL_DATABASE) readonly database: Kysely<Own>) {}
    }
    const app = await Test.createTestingModule({
      imports: [SqlModule.forRoot({ database })],
      providers: [Orders],
    }).compile();
    await app.init();
    const repository = app.get(ChatMemoryRepository);
    await repository.append('c', '1', HELLO);
    await repository.append('c', '2', HELLO);
    expect(await repository.find('c', { last: 1 })).toEqual(HELLO);
    expect(app.get(Orders).database).toBe(database);
    await app.close();
    await database.insertInto('orders').values({ orderNumber: 'A-1042' }).execute();
    expect(await database.selectFrom('orders').select('orderNumber').execute()).toEqual([{ orderNumber: 'A-1042' }]);
    await database.destroy();
  });

  it("is not confused by a plugin of the application's own Kysely instance that changes results", async () => {
    const opened = await openSqlDatabase({ sqlite: { file: newFile() } });
    const emptied: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => ({ ...result, rows: result.rows.map(() => ({})) }),
    };
    const app = await boot({ database: opened.withPlugin(emptied) });
    const repository = app.get(ChatMemoryRepository);
    await repository.append('c', '1', HELLO);
    expect(await repository.find('c')).toEqual(HELLO);
    expect(await app.get(ApprovalStore).counts()).toMatchObject({ pending: 0, suspended: 0 });
    const database = app.get<Kysely<unknown>>(SQL_DATABASE, { strict: false });
    expect((await sql`select 1 as one`.execute(database)).rows).toEqual([{}]);
    await app.close();
    await opened.destroy();
  });

  it('refuses a boolean in a statement of the application on SQLite, because libsql would end the process', async () => {
    const app = await boot({ sqlite: { file: newFile() } });
    const database = app.get<Kysely<unknown>>(SQL_DATABASE, { strict: false });
    const statement = sql<{ paid: number }>`select ${'A-1'} as id, ${true} as paid`;
    const problem = 'parameter 2 of the statement `select ? as id, ? as paid` is true. Pass 1 or 0.';
    await expect(statement.execute(database)).rejects.toThrow(problem);
    expect((await sql`select ${1} as paid`.execute(database)).rows).toEqual([{ paid: 1 }]);
    await app.close();
  });

  it('leaves the tables to a command, and reports it if they are missing', async () => {
    const file = newFile();
    await expect(boot({ sqlite: { file }, migrate: false })).rejects.toThrow('Run migrateToLatest(database)');
    const database = await openSqlDatabase({ sqlite: { file } });
    await migrateToLatest(database);
    await database.destroy();
    const app = await boot({ sqlite: { file }, migrate: false });
    expect(await app.get(ChatMemoryRepository).conversations()).toEqual([]);
    await app.close();
  });
});

describe('SqlModule with invalid options stops start-up', () => {
  const noDatabase = newFile();
  writeFileSync(noDatabase, 'Dear diary, today I was opened as a database.'.repeat(100));

  it.each<[string, string, object]>([
    ['no database', 'takes one database, and received 0', {}],
    ['two databases', 'received 2', { sqlite: { file: newFile() }, postgres: { connectionString: 'postgres://h' } }],
    ['an unknown option', 'Unknown option sqllite of SqlModule.forRoot().', { sqllite: { file: newFile() } }],
    [
      'the file beside the database',
      'option file of SqlModule.forRoot(). Use one of: sqlite, postgres, database, migrate, vectors, liveTurns.',
      { file: 'x.db' },
    ],
    [
      'a file as a string',
      'The option sqlite is a string. Pass an object with file, busyTimeoutMs, exclusive.',
      { sqlite: 'x.db' },
    ],
    [
      'a server as a string',
      'The option postgres is a string. Pass an object with connectionString,',
      { postgres: 'postgres://h' },
    ],
    [
      'an option of PostgreSQL that is misspelt',
      'Unknown option postgres.lockTimeout. Use one of: connectionString',
      { postgres: { connectionString: 'postgres://h', lockTimeout: 5 } },
    ],
    [
      'a time that is not a number',
      "The option postgres.lockTimeoutMs is '5s'. Pass a whole number of milliseconds from 0 to 2147483647.",
      { postgres: { connectionString: 'postgres://h', lockTimeoutMs: '5s' } },
    ],
    [
      'a pool without connections',
      'The option postgres.maxConnections is 0. Pass a whole number from 1 to 2147483647.',
      { postgres: { connectionString: 'postgres://h', maxConnections: 0 } },
    ],
    [
      'an option of SQLite that is misspelt',
      'Unknown option sqlite.busyTimeout. Use one of: file, busyTimeoutMs, exclusive',
      { sqlite: { file: newFile(), busyTimeout: 5 } },
    ],
    [
      'a time below zero',
      'The option sqlite.busyTimeoutMs is -1. Pass a whole number of milliseconds from 0 to',
      { sqlite: { file: newFile(), busyTimeoutMs: -1 } },
    ],
    ['no file', 'The option sqlite needs a file', { sqlite: {} }],
    ['no connection string', 'The option postgres needs a connectionString', { postgres: {} }],
    ['a missing folder', 'does not exist. Create it', { sqlite: { file: join(folder, 'no/a.db') } }],
    [
      'a file that is not a database',
      'file is not a database. Pass the path of a SQLite file that this process may read and write',
      { sqlite: { file: noDatabase } },
    ],
    ['a folder in place of a file', `SqlModule cannot use the SQLite file ${folder}: `, { sqlite: { file: folder } }],
    [
      'a value that is not a Kysely instance',
      'The option database of SqlModule is not a Kysely instance. Pass new Kysely({ dialect })',
      { database: { file: 'a.db' } },
    ],
    ['an unavailable server', 'ECONNREFUSED', { postgres: { connectionString: 'postgres://u:p@127.0.0.1:1/d' } }],
  ])('%s', async (_, message, options) => {
    await expect(boot(options as SqlModuleOptions)).rejects.toThrow(message);
  });

  it.each([undefined, null, 'shop.db'])('a factory that returns no options: %s', async (options) => {
    const imports = [SqlModule.forRootAsync({ useFactory: () => options as never })];
    const kind = typeof options === 'string' ? 'a string' : String(options);
    await expect(Test.createTestingModule({ imports }).compile()).rejects.toThrow(
      new SqlException(
        `SqlModule received ${kind} in place of its options. Return them from useFactory, such as { sqlite: { file: 'data/toolgate.db' } }.`,
      ),
    );
  });

  it('no forRoot()', async () => {
    const app = Test.createTestingModule({ imports: [SqlModule] });
    await expect(app.compile()).rejects.toThrow(
      new SqlException(
        "SqlModule is imported without its database. Write SqlModule.forRoot({ sqlite: { file: 'data/toolgate.db' } }) or SqlModule.forRoot({ postgres: { connectionString } }) in the imports of the module.",
      ),
    );
  });
});
