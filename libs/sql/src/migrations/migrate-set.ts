import type { Kysely, MigrationResultSet, Migrator } from 'kysely';
import { databaseWith } from '../dialect/database-with.js';
import { isPostgres } from '../dialect/is-postgres.js';
import { loadKysely, sql } from '../dialect/kysely.js';
import type { SqlDatabase } from '../dialect/sql-database.js';
import { tableName } from '../dialect/table-name.js';
import { SqlException } from '../errors/sql.errors.js';
import { findMigrations } from './found-migrations.js';
import { LOCK_LIMITS, LockedTables } from './locked-tables.js';
import type { MigrationSet } from './migration-set.js';
import type { Migration } from '../dialect/migration.js';
import type { IgnorableTables } from './ignorable-migrations.migration.js';

/**
 * Runs the missing migrations of a set. Throws `SqlException` if the database has a later one that this version may not
 * ignore, and if other transactions use the tables for too long.
 */
export const migrateSet = async (database: SqlDatabase, set: MigrationSet, limits = LOCK_LIMITS): Promise<void> => {
  const db = databaseWith<unknown>(database);
  const locked = new LockedTables(limits);
  let { ignored } = await findMigrations(database, set);
  for (;;) {
    const run = (connection: Kysely<unknown>) => migrate(connection, set, ignored);
    const { error, results } = await (isPostgres(database) ? withLockTimeout(db, limits.attemptMs, run) : run(db));
    if (error === undefined) return;
    if (LockedTables.isCauseOf(error)) {
      // Without results, it waited for the migrations of another instance, which may take long.
      if (results) await locked.wait(error);
      continue;
    }
    // A newer instance may have migrated the database while this one waited for Kysely's lock.
    const later = await findMigrations(database, set).catch((cause: unknown) => {
      throw cause instanceof SqlException ? cause : error;
    });
    if (later.ignored.length === ignored.length) throw error;
    ({ ignored } = later);
  }
};

const migrate = async (
  db: Kysely<unknown>,
  set: MigrationSet,
  ignored: readonly string[],
): Promise<MigrationResultSet> => {
  const Migrator = await loadMigrator();
  // Kysely refuses a database with executed migrations that are not in its list. It never runs these.
  const placeholders = Object.fromEntries(ignored.map((name) => [name, { up: async () => {} }]));
  const migrations = { ...declaredMigrations(set), ...placeholders };
  const { table } = set;
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName: table,
    migrationLockTableName: `${table}_lock`,
    migrationTableSchema: await schemaOf(db, table),
  });
  return migrator.migrateToLatest();
};

// Without it, Kysely would mistake the tables of an application in another schema for those of this one.
const schemaOf = async (database: Kysely<unknown>, table: string): Promise<string | undefined> => {
  if (!isPostgres(database)) return undefined;
  const [, schema] = /^"(.+)"\."/.exec(tableName(database, table)) ?? [];
  if (schema !== undefined) return schema.replaceAll('""', '"');
  const { rows } = await sql<{ name: string | null }>`select current_schema() as name`.execute(database);
  const name = rows[0]?.name;
  if (name) return name;
  throw new SqlException(
    'The search path of the PostgreSQL user names no schema that exists and that the user may use. Create the schema and grant its usage, or correct the search path.',
  );
};

/** Returns the `Migrator` of the installed Kysely. Version 0.29 moved it into a separate entry point. */
const loadMigrator = async (): Promise<typeof Migrator> => {
  const kysely = await loadKysely('migrateToLatest()');
  if (kysely.Migrator) return kysely.Migrator;
  // The types of 0.28 do not contain this entry point, so the compiler must not resolve it.
  const door: string = 'kysely/migration';
  return ((await import(door)) as { readonly Migrator: typeof Migrator }).Migrator;
};

/** Returns the migrations as Kysely runs them. In the same transaction, each one saves that it may be ignored. */
const declaredMigrations = ({ migrations, table: list }: MigrationSet): Record<string, Migration> =>
  Object.fromEntries(
    Object.entries(migrations).map(([name, migration]) => {
      const { ignorable } = migration;
      if (!ignorable) return [name, migration];
      const declared = async (database: Kysely<unknown>): Promise<void> => {
        await migration.up(database);
        const row = { list, name, since: ignorable.since };
        await databaseWith<IgnorableTables>(database).insertInto('toolgate_ignorable_migrations').values(row).execute();
      };
      return [name, { ignorable, up: declared }];
    }),
  );

/**
 * Runs migrations on one connection of PostgreSQL without a time limit for statements, because a new index may take
 * long. They wait for a lock only for a time, because statements of running instances wait behind them.
 */
const withLockTimeout = <T>(
  database: Kysely<unknown>,
  lockMs: number,
  act: (database: Kysely<unknown>) => Promise<T>,
): Promise<T> =>
  database.connection().execute(async (connection) => {
    const lockTimeout = String(lockMs);
    await sql`select set_config('statement_timeout', '0', false), set_config('lock_timeout', ${lockTimeout}, false)`.execute(
      connection,
    );
    try {
      return await act(connection);
    } finally {
      // A lost connection has no limits to restore.
      for (const reset of resets()) await reset.execute(connection).catch(() => {});
    }
  });

const resets = () => [sql`reset statement_timeout`, sql`reset lock_timeout`];
