import type { Kysely } from 'kysely';
import type { PostgresOptions, SqliteOptions } from './connection/connection-options.js';
import { openPostgres } from './connection/open-postgres.js';
import { openSqlite } from './connection/open-sqlite.js';

/** Opens a SQLite file or a pool of connections to PostgreSQL, outside of a module; `destroy()` closes it. */
export const openSqlDatabase = (
  options: { readonly sqlite: SqliteOptions } | { readonly postgres: PostgresOptions },
): Promise<Kysely<unknown>> => ('sqlite' in options ? openSqlite(options.sqlite) : openPostgres(options.postgres));
