import { isObject, kindOf, useOneOf } from '#core';
import { loadKysely, sql } from '../dialect/kysely.js';
import { migrateToLatest } from '../migrations/migrate-to-latest.js';
import type { SqlDatabase } from '../dialect/sql-database.js';
import { SqlException } from '../errors/sql.errors.js';
import type { SqlModuleOptions } from '../sql.module-definition.js';
import type { SqlVectorStoreOptions } from '../vectors/sql-vector.store.js';
import { connectionError } from '../connection/connection-error.js';
import { SQL } from '../connection/options.js';
import { openPostgres } from '../connection/open-postgres.js';
import { openSqlite } from '../connection/open-sqlite.js';
import { findMigrations } from '../migrations/found-migrations.js';
import { type MigrationOptions, migrationSets } from '../migrations/migration-set.js';
import { databaseWith } from '../dialect/database-with.js';
import { isPostgres } from '../dialect/is-postgres.js';

/** Opens the database that the options name, with the tables of every store in it. */
export const connect = async (options: SqlModuleOptions, vectors?: SqlVectorStoreOptions): Promise<SqlDatabase> => {
  assertOne(options);
  const database = await open(options);
  try {
    if (vectors) await assertVectors(database);
    const needed = { vectors: vectors !== undefined };
    await (options.migrate === false ? assertMigrated : migrateToLatest)(database, needed);
    return database;
  } catch (error) {
    if (!options.database) await database.destroy();
    throw options.postgres ? connectionError(error) : error;
  }
};

const open = async ({ sqlite, postgres, database }: SqlModuleOptions): Promise<SqlDatabase> => {
  if (sqlite) return openSqlite(sqlite, await loadKysely('SqlModule', 'libsql'));
  if (postgres) return openPostgres(postgres, await loadKysely('SqlModule', 'pg'));
  await loadKysely('SqlModule');
  return assertKysely(database);
};

const assertKysely = (database: SqlDatabase): SqlDatabase => {
  if (typeof database.getExecutor === 'function') return database;
  throw new SqlException(
    'The option database of SqlModule is not a Kysely instance. Pass new Kysely({ dialect }), or the database of openSqlDatabase().',
  );
};

const assertOne = (options: SqlModuleOptions): void => {
  if (!isObject(options)) {
    throw new SqlException(
      `SqlModule received ${kindOf(options)} in place of its options. Return them from useFactory, such as { sqlite: { file: 'data/toolgate.db' } }.`,
    );
  }
  const misplaced = ['vectors', 'liveTurns'].find((key) => key in options);
  if (misplaced !== undefined) {
    throw new SqlException(
      `The option ${misplaced} of SqlModule.forRootAsync() is in the result of its factory. Write it beside useFactory.`,
    );
  }
  const unknown = Object.keys(options).find((key) => !Object.hasOwn(SQL, key));
  if (unknown !== undefined) {
    throw new SqlException(`Unknown option ${unknown} of SqlModule.forRoot(). ${useOneOf(Object.keys(SQL))}`);
  }
  const { sqlite, postgres, database } = options;
  const named = [sqlite, postgres, database].filter((option) => option !== undefined && option !== null);
  if (named.length === 1) return;
  throw new SqlException(
    `SqlModule.forRoot() takes one database, and received ${named.length}. Pass a file with { sqlite: { file } }, a server with { postgres: { connectionString } }, or your own Kysely instance with { database }.`,
  );
};

/** Throws `SqlException` if a migration is missing, or if a newer version has run one that this one may not ignore. */
export const assertMigrated = async (database: SqlDatabase, options: MigrationOptions = {}): Promise<void> => {
  const missing: string[] = [];
  for (const set of migrationSets(options)) {
    const { executed } = await findMigrations(database, set);
    missing.push(...Object.keys(set.migrations).filter((name) => !executed.includes(name)));
  }
  if (missing.length === 0) return;
  const call = options.vectors ? 'migrateToLatest(database, { vectors: true })' : 'migrateToLatest(database)';
  throw new SqlException(
    `The database lacks these migrations of toolgate: ${missing.join(', ')}. Run ${call}, or leave out migrate: false.`,
  );
};

/** Throws `SqlException` if SQLite is not that of libsql, because only that has vectors. */
const assertVectors = async (database: SqlDatabase): Promise<void> => {
  if (isPostgres(database)) return;
  try {
    await sql`select vector_distance_cos(vector32('[1]'), vector32('[1]'))`.execute(databaseWith<unknown>(database));
  } catch (cause) {
    throw new SqlException(
      'The option vectors of SqlModule needs SQLite with the vector functions of libsql, which the option database does not have. Open it with the package "libsql", or with { sqlite: { file } }.',
      { cause },
    );
  }
};
