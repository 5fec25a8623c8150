import { sql } from 'kysely';
import { databaseWith } from './database-with.js';
import type { SqlDatabase } from './sql-database.js';

/** Whether a database is PostgreSQL and not SQLite, which write the parameters of a statement differently. */
export const isPostgres = (database: SqlDatabase): boolean =>
  sql`${0}`.compile(databaseWith<unknown>(database)).sql === '$1';
