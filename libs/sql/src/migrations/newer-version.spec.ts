import { describe, expect, it } from 'vitest';
import { type Kysely, sql } from 'kysely';
import { userMessage } from 'toolgate/model';
import { SqlChatMemoryRepository } from '../chat-memory/sql-chat-memory.repository.js';
import type { Migration } from '../dialect/migration.js';
import { eachDatabase, withDatabases } from '../fixtures/each-database.fixture.js';
import { assertMigrated } from '../startup/connect.js';
import { migrateSet } from './migrate-set.js';
import { migrateToLatest } from './migrate-to-latest.js';
import { MIGRATIONS, MIGRATIONS_TABLE } from './migrations.js';

const { newDatabase } = eachDatabase();
const NAMES = Object.keys(MIGRATIONS);
const LAST = NAMES.at(-1)!;

const addNote = async ({ schema }: Kysely<unknown>): Promise<void> => {
  await schema.alterTable('toolgate_memory_messages').addColumn('note', 'text').execute();
};

/** Migrates as a version that has further migrations. */
const migrateFurther = (database: Kysely<unknown>, further: Readonly<Record<string, Migration>>): Promise<void> =>
  migrateSet(database, { migrations: { ...MIGRATIONS, ...further }, table: MIGRATIONS_TABLE });

const noted = (since: string): Record<string, Migration> => ({ '9000-notes': { up: addNote, ignorable: { since } } });

describe.each(['SQLite', 'PostgreSQL'] as const)('a database that a newer version has migrated, in %s', (kind) => {
  it('serves an instance of this version that restarts, if it may ignore the migration', async () => {
    await withDatabases(await newDatabase[kind](), 1, async ([database]) => {
      await migrateToLatest(database!);
      await new SqlChatMemoryRepository(database!).append('c', '1', [userMessage('before')]);
      await migrateFurther(database!, noted(LAST));
      await migrateToLatest(database!);
      await assertMigrated(database!);
      const repository = new SqlChatMemoryRepository(database!);
      await repository.append('c', '2', [userMessage('after')]);
      expect(await repository.find('c')).toEqual([userMessage('before'), userMessage('after')]);
      // The newer version restarts too.
      await migrateFurther(database!, noted(LAST));
    });
  });

  it('stops an instance that may not ignore the migration, and names only such migrations', async () => {
    await withDatabases(await newDatabase[kind](), 1, async ([database]) => {
      await migrateFurther(database!, { ...noted(LAST), '9001-renamed': { up: async () => {}, ignorable: false } });
      const problem =
        'A newer version of toolgate has migrated the database (9001-renamed), and this one cannot work with its tables. Start that version or a later one.';
      await expect(migrateToLatest(database!)).rejects.toThrow(problem);
      await expect(assertMigrated(database!)).rejects.toThrow(problem);
    });
  });

  it('stops an instance that is older than the versions that may ignore the migration', async () => {
    await withDatabases(await newDatabase[kind](), 1, async ([database]) => {
      const since = '8000-both-columns';
      const both = { [since]: { up: async () => {}, ignorable: { since: LAST } } };
      const further = { ...both, ...noted(since) };
      await migrateFurther(database!, further);
      await expect(migrateToLatest(database!)).rejects.toThrow('(9000-notes)');
      // An instance of the version between them starts.
      await migrateFurther(database!, both);
    });
  });

  it('does not declare a migration that failed', async () => {
    await withDatabases(await newDatabase[kind](), 1, async ([database]) => {
      const failing: Migration = { up: async () => Promise.reject(new Error('no space')), ignorable: false };
      await expect(migrateFurther(database!, { ...noted(LAST), '9001-failing': failing })).rejects.toThrow('no space');
      const declared = sql<{ name: string }>`select name from toolgate_ignorable_migrations`;
      await expect(declared.execute(database!)).rejects.toThrow('toolgate_ignorable_migrations');
      await migrateToLatest(database!);
      const { rows } = await declared.execute(database!);
      expect(rows.map(({ name }) => name)).not.toContain('9001-failing');
      expect(rows).not.toEqual([]);
    });
  });
});

describe('two versions that start together on PostgreSQL', () => {
  it('both work, also if the newer one migrates while the other waits', async () => {
    await withDatabases(await newDatabase.PostgreSQL(), 2, async ([one, other]) => {
      await migrateToLatest(one!);
      let starting!: Promise<void>;
      await one!.connection().execute(async (connection) => {
        // Kysely's own lock of migrations.
        await sql`select pg_advisory_lock(3853314791062309107)`.execute(connection);
        starting = migrateToLatest(other!);
        const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
        while ((await waiting.execute(connection)).rows.length === 0);
        // The lock belongs to this session, so the migration of the newer version does not wait for it.
        await migrateFurther(connection, noted(LAST));
        await sql`select pg_advisory_unlock(3853314791062309107)`.execute(connection);
      });
      await starting;
      await assertMigrated(other!);
    });
  });

  it('create the tables once if the database is empty', async () => {
    await withDatabases(await newDatabase.PostgreSQL(), 4, async (databases) => {
      const start = (database: Kysely<unknown>, index: number) =>
        index % 2 === 0 ? migrateToLatest(database) : migrateFurther(database, noted(LAST));
      await Promise.all(databases.map(start));
      const { rows } = await sql<{ name: string }>`select name from toolgate_migrations order by name`.execute(
        databases[0]!,
      );
      expect(rows.map(({ name }) => name)).toEqual([...NAMES, '9000-notes']);
    });
  });
});

describe('each migration', () => {
  it('may be ignored only since one that is older, and that knows which migrations may be ignored', () => {
    const problems = Object.entries(MIGRATIONS).filter(([name, { ignorable }]) => {
      if (!ignorable) return false;
      const { since } = ignorable;
      return !Object.hasOwn(MIGRATIONS, since) || since >= name || since < '0015-ignorable-migrations';
    });
    expect(problems).toEqual([]);
  });
});
