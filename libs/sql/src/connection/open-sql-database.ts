import type { Kysely } from 'kysely';
import type { PostgresOptions, SqliteOptions } from './connection-options.js';
import { openPostgres } from './open-postgres.js';
import { openSqlite } from './open-sqlite.js';
import { loadKysely } from '../dialect/kysely.js';
import { SqlException } from '../errors/sql.errors.js';

const NAME = 'openSqlDatabase()';

/** Opens a SQLite file or a pool of connections to PostgreSQL, outside of a module; `destroy()` closes it. */
export const openSqlDatabase = async (
  options: { readonly sqlite: SqliteOptions } | { readonly postgres: PostgresOptions },
): Promise<Kysely<unknown>> => {
  if ('sqlite' in options) return openSqlite(options.sqlite, await loadKysely(NAME, 'libsql'));
  if ('postgres' in options) return openPostgres(options.postgres, await loadKysely(NAME, 'pg'));
  throw new SqlException('Name a file with { sqlite: { file } }, or a server with { postgres: { connectionString } }.');
};
