import { databaseWith } from './database-with.js';
import type { SqlDatabase } from './sql-database.js';

/** Whether a database is PostgreSQL and not SQLite, which write the parameters of a statement differently. */
export const isPostgres = (database: SqlDatabase): boolean =>
  databaseWith<unknown>(database)
    .selectNoFrom(({ val }) => val(0).as('zero'))
    .compile()
    .sql.includes('$1');
