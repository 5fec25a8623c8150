import { databaseWith } from '../dialect/database-with.js';
import { isPostgres } from '../dialect/is-postgres.js';
import { sql } from '../dialect/kysely.js';
import type { SqlDatabase } from '../dialect/sql-database.js';
import { SqlException } from '../errors/sql.errors.js';

/** Throws `SqlException` if SQLite is not that of libsql, because only that has vectors. */
export const assertVectors = async (database: SqlDatabase): Promise<void> => {
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
