import { afterEach, describe, expect, it } from 'vitest';
import { Logger } from '@nestjs/common';
import { type Kysely, Migrator, sql } from 'kysely';
import type { CheckpointStep, StoredApprovalQuery } from 'toolgate/approval';
import { assistantMessage, systemMessage, textOf, userMessage } from 'toolgate/model';
import { approvalOf } from '../approval/stored-records.fixture.js';
import { SqlApprovalStore } from '../approval/sql-approval.store.js';
import { SqlChatMemoryRepository } from '../chat-memory/sql-chat-memory.repository.js';
import { openSqlDatabase } from '../connection/open-sql-database.js';
import { eachDatabase, withDatabases } from '../fixtures/each-database.fixture.js';
import { assertMigrated } from '../startup/connect.js';
import { migrateSet } from './migrate-set.js';
import { migrateToLatest } from './migrate-to-latest.js';
import { migrationSets } from './migration-set.js';
import { MIGRATIONS, MIGRATIONS_TABLE } from './migrations.js';

const { newDatabase, address } = eachDatabase();

const migrated = async (database: Kysely<unknown>): Promise<readonly string[]> => {
  const { rows } = await sql<{ name: string }>`select name from toolgate_migrations order by name`.execute(database);
  return rows.map(({ name }) => name);
};

const NAMES = Object.keys(MIGRATIONS);

/** Creates the tables of an earlier version. */
const migrateOnlyTo = async (db: Kysely<unknown>, last: string): Promise<void> => {
  const names = NAMES.slice(0, NAMES.indexOf(last) + 1);
  const known = Object.fromEntries(names.map((name) => [name, MIGRATIONS[name]!]));
  const tables = { migrationTableName: MIGRATIONS_TABLE, migrationLockTableName: `${MIGRATIONS_TABLE}_lock` };
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => known },
    ...tables,
  }).migrateToLatest();
  if (error !== undefined) throw error;
};

describe.each(['SQLite', 'PostgreSQL'] as const)('the tables in %s', (kind) => {
  it('are created once, even if they are migrated again', async () => {
    await withDatabases(await newDatabase[kind](), 1, async ([database]) => {
      await migrateToLatest(database!);
      await migrateToLatest(database!);
      expect(await migrated(database!)).toEqual(NAMES);
      await assertMigrated(database!);
    });
  });

  it('are created once by several instances that start together', async () => {
    await withDatabases(await newDatabase[kind](), 4, async (databases) => {
      await Promise.all(databases.map((database) => migrateToLatest(database)));
      for (const database of databases) expect(await migrated(database)).toEqual(NAMES);
    });
  });

  it('all have names that begin with toolgate', async () => {
    await withDatabases(await newDatabase[kind](), 1, async ([database]) => {
      await migrateToLatest(database!);
      const tables = await database!.introspection.getTables({ withInternalKyselyTables: true });
      expect(tables.map(({ name }) => name).filter((name) => !name.startsWith('toolgate_'))).toEqual([]);
    });
  });

  it('are not changed if a newer version has migrated them', async () => {
    await withDatabases(await newDatabase[kind](), 1, async ([database]) => {
      await migrateToLatest(database!);
      await sql`insert into toolgate_migrations values ('9999-later', '2999-01-01T00:00:00.000Z')`.execute(database!);
      const newer = 'A newer version of toolgate has migrated the database (9999-later)';
      await expect(migrateToLatest(database!)).rejects.toThrow(newer);
      await expect(assertMigrated(database!)).rejects.toThrow(newer);
    });
  });

  it('are reported if they are missing', async () => {
    await withDatabases(await newDatabase[kind](), 1, async ([database]) => {
      await expect(assertMigrated(database!)).rejects.toThrow(
        `The database lacks these migrations of toolgate: ${NAMES.join(', ')}. Run migrateToLatest(database)`,
      );
    });
  });

  it('are created completely or not at all', async () => {
    await withDatabases(await newDatabase[kind](), 1, async ([database]) => {
      await sql`create table toolgate_memory_messages (mine text)`.execute(database!);
      await expect(migrateToLatest(database!)).rejects.toThrow('toolgate_memory_messages');
      const names = (await database!.introspection.getTables()).map(({ name }) => name);
      expect(names).not.toContain('toolgate_memory_turns');
      await sql`drop table toolgate_memory_messages`.execute(database!);
      await migrateToLatest(database!);
      expect(await migrated(database!)).toEqual(NAMES);
    });
  });
});

describe.each(['SQLite', 'PostgreSQL'] as const)(
  'runs of a version that did not state what they are due for, in %s',
  (kind) => {
    it('are due as before', async () => {
      await withDatabases(await newDatabase[kind](), 1, async ([database]) => {
        await migrateOnlyTo(database!, '0003-chat-memory-tenants');
        const columns = 'id, tenant, status, version, due, body';
        await sql`insert into toolgate_approval_runs (${sql.raw(columns)}) values ('r', 't', 'suspended', 1, 5, '{}')`.execute(
          database!,
        );
        await migrateToLatest(database!);
        const store = new SqlApprovalStore(database!, { now: () => 6 });
        expect(await store.due(10)).toEqual({ runs: ['r'] });
        expect(await store.due(10, { work: 'time' })).toEqual({ runs: ['r'] });
        expect(await store.counts()).toEqual({ pending: 0, suspended: 1, oldestDueMs: 1 });
      });
    });
  },
);

describe.each(['SQLite', 'PostgreSQL'] as const)('conversations of a version before tenants, in %s', (kind) => {
  it('belong to the tenant "default", whole', async () => {
    await withDatabases(await newDatabase[kind](), 1, async ([database]) => {
      await migrateOnlyTo(database!, '0002-approvals');
      const insert = async (table: string, ...rows: readonly (readonly unknown[])[]) => {
        for (const row of rows) await sql`insert into ${sql.table(table)} values (${sql.join(row)})`.execute(database!);
      };
      const texts = ['Be brief.', 'one', 'two', 'three'];
      await insert('toolgate_memory_conversations', ['c', 4, 1_000], ['old', 1, 5]);
      await insert('toolgate_memory_turns', ['c', '1'], ['c', '2'], ['old', '1']);
      const roles = ['system', 'user', 'user', 'user'];
      const rows = texts.map((text, index) => [
        'c',
        index,
        roles[index]!,
        JSON.stringify(index === 0 ? systemMessage(text) : userMessage(text)),
      ]);
      await insert('toolgate_memory_messages', ...rows, ['old', 0, 'user', JSON.stringify(userMessage('old'))]);
      await migrateToLatest(database!);
      const repository = new SqlChatMemoryRepository(database!, { now: () => new Date(2_000) });
      expect(await repository.conversations()).toEqual(['c', 'old']);
      expect((await repository.find('c')).map(textOf)).toEqual(texts);
      expect((await repository.find({ tenant: 'default', conversation: 'c' }, { last: 1 })).map(textOf)).toEqual([
        'Be brief.',
        'three',
      ]);
      expect(await repository.find({ tenant: 'acme', conversation: 'c' })).toEqual([]);
      await repository.append('c', '2', [userMessage('again')]);
      await repository.append('c', '3', [userMessage('four')]);
      await repository.append({ tenant: 'acme', conversation: 'c' }, '1', [userMessage('of acme')]);
      expect((await repository.find('c')).map(textOf)).toEqual([...texts, 'four']);
      expect(await repository.deleteUnusedSince(new Date(6))).toBe(1);
      expect(await repository.conversations()).toEqual(['c']);
    });
  });
});

describe.each(['SQLite', 'PostgreSQL'] as const)('conversations of a version without times, in %s', (kind) => {
  it('have messages without a time; the last turn starts at the last question', async () => {
    await withDatabases(await newDatabase[kind](), 1, async ([database]) => {
      await migrateOnlyTo(database!, '0004-due-work');
      const old = ['one', 'two', 'three'].flatMap((text) => [userMessage(text), assistantMessage(`answer ${text}`)]);
      await sql`insert into toolgate_memory_conversations (id, size, used) values ('c', 6, 5)`.execute(database!);
      await sql`insert into toolgate_memory_turns (conversation, turn) values ('c', '1')`.execute(database!);
      for (const [position, message] of old.entries()) {
        const row = ['c', position, message.role, JSON.stringify(message)];
        const columns = sql.raw('conversation, position, role, message');
        await sql`insert into toolgate_memory_messages (${columns}) values (${sql.join(row)})`.execute(database!);
      }
      await migrateToLatest(database!);
      const repository = new SqlChatMemoryRepository(database!, { now: () => new Date(2_000) });
      await repository.append('c', '4', [userMessage('four')]);
      const history = await repository.history('c', { last: 2 });
      expect(history).toEqual([
        { message: assistantMessage('answer three') },
        { message: userMessage('four'), turn: '4', time: '1970-01-01T00:00:02.000Z' },
      ]);
      const texts = async () => (await repository.removeLast('c')).map(textOf);
      expect(await texts()).toEqual(['four']);
      expect(await texts()).toEqual(['three', 'answer three']);
      expect(await texts()).toEqual(['two', 'answer two']);
      expect((await repository.find('c')).map(textOf)).toEqual(['one', 'answer one']);
      expect(await texts()).toEqual(['one', 'answer one']);
      expect(await repository.conversations()).toEqual([]);
    });
  });
});

describe.each(['SQLite', 'PostgreSQL'] as const)('due runs of a version that did not reserve them, in %s', (kind) => {
  it('receive the client that resumes them; a damaged row receives none', async () => {
    await withDatabases(await newDatabase[kind](), 1, async ([database]) => {
      await migrateOnlyTo(database!, '0009-inbox-lists');
      const columns = sql.raw('id, tenant, status, version, due, body');
      const save = (id: string, due: number | null, body: string) =>
        sql`insert into toolgate_approval_runs (${columns}) values (${id}, 't', 'suspended', 1, ${due}, ${body})`.execute(
          database!,
        );
      for (let index = 0; index < 501; index++) await save(`r${index}`, index, `{"client":"c${index % 2}"}`);
      await save('ended', null, '{"client":"c0"}');
      await save('damaged', 1, '{"client');
      await save('without', 2, '{}');
      await migrateToLatest(database!);
      const clients = sql<object>`select client, kind, count(*) as runs from toolgate_approval_runs group by client, kind order by runs`;
      const { rows } = await clients.execute(database!);
      expect(rows.map((row) => Object.values(row).map(String))).toEqual([
        ['null', 'turn', '3'],
        ['c1', 'turn', '250'],
        ['c0', 'turn', '251'],
      ]);
    });
  });
});

describe.each(['SQLite', 'PostgreSQL'] as const)('checkpoints of a version that wrote them whole, in %s', (kind) => {
  it('are read as they are, and continue in steps', async () => {
    await withDatabases(await newDatabase[kind](), 1, async ([database]) => {
      await migrateOnlyTo(database!, '0006-approval-lists');
      const loop = { history: [userMessage('Hello')], exchanges: [], round: 0 };
      const kept = JSON.stringify({ schema: 1, request: { client: 'default' }, loop });
      await sql`insert into toolgate_approval_checkpoints (run, body) values ('r', ${kept})`.execute(database!);
      const columns = sql.raw('id, tenant, status, version, body');
      await sql`insert into toolgate_approval_runs (${columns}) values ('r', 't', 'suspended', 1, '{}')`.execute(
        database!,
      );
      await migrateToLatest(database!);
      const store = new SqlApprovalStore(database!);
      expect(JSON.stringify(await store.checkpoint('r'))).toBe(kept);
      const history = [assistantMessage('one')];
      const step = { schema: 1, step: 1, history, exchanges: history, loop: { round: 1 } } as unknown as CheckpointStep;
      await store.change('r', () => ({ checkpoint: step, result: undefined }));
      expect((await store.checkpoint('r'))!.loop).toEqual({
        history: [userMessage('Hello'), ...history],
        exchanges: history,
        round: 1,
      });
    });
  });
});

describe.each(['SQLite', 'PostgreSQL'] as const)('approvals of a version without an inbox, in %s', (kind) => {
  const askedAt = (id: string, createdAt: number, change: object = {}) =>
    JSON.stringify({ ...approvalOf(id, id), createdAt, expiresAt: 5000.5, tenant: 't', ...change });
  const bodies: Readonly<Record<string, string>> = {
    late: askedAt('late', 900),
    broken: '{"secret": ',
    early: askedAt('early', 300, {
      tool: 'mail\u0000',
      requirement: { approvers: { roles: ['lead'] }, fourEyes: true },
    }),
    halved: JSON.stringify({ id: 'halved', createdAt: 'then', requester: null }),
    decided: askedAt('decided', 500, { status: 'REJECTED', decidedBy: 'bob' }),
    ended: askedAt('ended', 600, { expiresAt: 800 }),
  };

  const filled = async (database: Kysely<unknown>): Promise<void> => {
    await migrateOnlyTo(database, '0008-waiting-lists');
    const columns = sql.raw('id, run, tenant, status, version, body');
    for (const [id, body] of Object.entries(bodies)) {
      const status = id === 'decided' ? 'REJECTED' : 'PENDING';
      await sql`insert into toolgate_approvals (${columns}) values (${sql.join([id, id, 't', status, 1, body])})`.execute(
        database,
      );
    }
    const told = sql.raw('run, approval, tenant, type, at, body');
    await sql`insert into toolgate_approval_events (${told}) values ('broken', 'broken', 't', 'PENDING', 400, '{}')`.execute(
      database,
    );
  };

  it('are listed, filtered and counted as if they were new, and those that cannot be read as before', async () => {
    await withDatabases(await newDatabase[kind](), 1, async ([database]) => {
      await filled(database!);
      await migrateToLatest(database!);
      const store = new SqlApprovalStore(database!, { now: () => 1000 });
      const listed = async (query: StoredApprovalQuery) => {
        const { items, unreadable = [] } = await store.approvals(query);
        return [items.map(({ id }) => id), unreadable];
      };
      const unread = ['broken'];
      // A record without its fields is listed too, at the beginning, because no event dates it.
      expect(await listed({ tenant: 't' })).toEqual([['halved', 'early', 'decided', 'ended', 'late'], unread]);
      expect(await listed({ status: 'PENDING' })).toEqual([['halved', 'early', 'late'], unread]);
      expect(await listed({ status: 'EXPIRED', tenant: 't' })).toEqual([['ended'], []]);
      expect(await listed({ tools: ['mail\u0000'] })).toEqual([['early'], []]);
      expect(await listed({ decidedBy: 'bob' })).toEqual([['decided'], []]);
      expect(await listed({ createdFrom: 350, createdBefore: 900 })).toEqual([['decided', 'ended'], unread]);
      expect(await listed({ decidableBy: { id: 'lee', tenant: 't', roles: ['lead'] } })).toEqual([
        ['early', 'late'],
        [],
      ]);
      expect(await listed({ decidableBy: { id: 'ann', tenant: 't', roles: ['lead'] } })).toEqual([['late'], []]);
      expect(await store.count({ tenant: 't' })).toEqual({ PENDING: 4, REJECTED: 1, EXPIRED: 1 });
      expect(await store.counts()).toMatchObject({ pending: 5, oldestPendingMs: 700 });
    });
  });

  it('are more than one page of the migration', async () => {
    await withDatabases(await newDatabase[kind](), 1, async ([database]) => {
      await migrateOnlyTo(database!, '0008-waiting-lists');
      const columns = sql.raw('id, run, tenant, status, version, body');
      const ids = Array.from({ length: 1203 }, (_, index) => `a${index}`);
      for (const id of ids) {
        const row = sql.join([id, 'r', 't', 'PENDING', 1, askedAt(id, 7)]);
        await sql`insert into toolgate_approvals (${columns}) values (${row})`.execute(database!);
      }
      await migrateToLatest(database!);
      const store = new SqlApprovalStore(database!, { now: () => 1000 });
      expect(await store.count({ decidableBy: { id: 'lee', tenant: 't' }, tools: ['refund'] })).toEqual({
        PENDING: 1203,
      });
    });
  });
});

describe('two applications in schemas of one PostgreSQL database', () => {
  it.each([
    ['of their search path', false],
    ['of their Kysely instance', true],
  ])('%s have tables of their own, also beside those of a third one in the schema public', async (_, isKyselys) => {
    const connectionString = await address();
    await withDatabases(
      () => openSqlDatabase({ postgres: { connectionString } }),
      1,
      async ([database]) => {
        await migrateToLatest(database!);
        for (const name of ['shop', 'desk']) {
          await database!.schema.createSchema(name).execute();
          const path = isKyselys ? '' : `?options=-c%20search_path%3D${name}`;
          const open = () => openSqlDatabase({ postgres: { connectionString: connectionString + path } });
          await withDatabases(open, 1, async ([opened]) => {
            const own = isKyselys ? opened!.withSchema(name) : opened!;
            await migrateToLatest(own);
            await migrateToLatest(own);
            await assertMigrated(own);
            const repository = new SqlChatMemoryRepository(own);
            expect(await repository.conversations()).toEqual([]);
            await repository.append(name, '1', [userMessage('Hello')]);
            await repository.append(name, '2', [userMessage('Hello')]);
            expect(await repository.find(name, { last: 1 })).toEqual([userMessage('Hello')]);
            expect(await repository.conversations()).toEqual([name]);
          });
        }
      },
    );
  });
});

const deferred = () => {
  let resolve!: () => void;
  const promise = new Promise<void>((onValue) => (resolve = onValue));
  return { promise, resolve };
};

describe('a migration of tables that another transaction uses', () => {
  const LIMITS = { attemptMs: 100, pauseMs: 20, forMs: 20_000 };
  const [stores] = migrationSets();

  afterEach(() => Logger.overrideLogger(true));

  /** Migrates the tables of an earlier version while a transaction has read them. */
  const whileRead = async (
    act: (database: Kysely<unknown>, other: Kysely<unknown>, end: () => void) => Promise<void>,
  ) => {
    await withDatabases(await newDatabase.PostgreSQL(), 2, async ([database, other]) => {
      await migrateOnlyTo(database!, '0008-waiting-lists');
      const reading = deferred();
      const over = deferred();
      const transaction = other!.transaction().execute(async (opened) => {
        await sql`select from toolgate_approval_runs`.execute(opened);
        reading.resolve();
        await over.promise;
      });
      await reading.promise;
      try {
        await act(database!, other!, over.resolve);
      } finally {
        over.resolve();
        await transaction;
      }
    });
  };

  it('is tried again, and the statements of running instances wait for one attempt only', async () => {
    await whileRead(async (database, other, end) => {
      const warnings: string[] = [];
      const warned = deferred();
      const warn = (line: string): void => {
        warnings.push(line);
        warned.resolve();
      };
      Logger.overrideLogger({ log: warn, warn, error: warn });
      const migrating = migrateSet(database, stores!, LIMITS);
      await warned.promise;
      for (let read = 0; read < 10; read++) await sql`select from toolgate_approval_runs`.execute(other);
      end();
      await migrating;
      expect(await migrated(database)).toEqual(NAMES);
      expect(warnings).toEqual([
        'A migration waits for other transactions that use the tables, and is tried again for 20 s. End long transactions, such as a backup by pg_dump. To list them, run: select pid, xact_start, query from pg_stat_activity order by xact_start',
      ]);
    });
  });

  it('changes nothing and states what to do if the transaction does not end in time', async () => {
    await whileRead(async (database) => {
      const before = await migrated(database);
      await expect(migrateSet(database, stores!, { ...LIMITS, forMs: 0 })).rejects.toThrow(
        'The tables of toolgate could not be migrated within 0 s: other transactions use them. Nothing was changed. End long transactions, such as a backup by pg_dump, and start again. To list them, run: select pid, xact_start, query from pg_stat_activity order by xact_start',
      );
      expect(await migrated(database)).toEqual(before);
    });
  });
});

describe('the migrations', () => {
  it('may take longer than any other statement, and wait as long for those of another instance', async () => {
    const connectionString = await address();
    const one = await openSqlDatabase({ postgres: { connectionString } });
    const limits = { statementTimeoutMs: 100, lockTimeoutMs: 100, connectionTimeoutMs: 100 };
    const other = await openSqlDatabase({ postgres: { connectionString, maxConnections: 1, ...limits } });
    let migrating!: Promise<void>;
    await one.connection().execute(async (connection) => {
      // Kysely's own lock of migrations.
      await sql`select pg_advisory_lock(3853314791062309107)`.execute(connection);
      migrating = migrateToLatest(other);
      const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      while ((await waiting.execute(connection)).rows.length === 0);
      await sql`select pg_sleep(0.5)`.execute(connection);
      await sql`select pg_advisory_unlock(3853314791062309107)`.execute(connection);
    });
    await migrating;
    await assertMigrated(one);
    await expect(sql`select pg_sleep(2)`.execute(other)).rejects.toThrow('statement timeout');
    await one.destroy();
    await other.destroy();
  });

  it('have numbers that determine their order', () => {
    expect(NAMES.filter((name) => !/^\d{4}-[a-z-]+$/.test(name))).toEqual([]);
    expect(NAMES.toSorted()).toEqual(NAMES);
    expect(new Set(NAMES.map((name) => name.slice(0, 4))).size).toBe(NAMES.length);
  });
});
