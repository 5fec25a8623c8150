import { recordOf } from '#core';
import type { Kysely } from 'kysely';
import { sql } from '../dialect/kysely.js';
import { SqlException } from '../errors/sql.errors.js';

/**
 * Creates pgvector in PostgreSQL if it is missing. Throws `SqlException` if it cannot be created, or is in a schema
 * outside the search path.
 */
export const createVectorExtension = async (database: Kysely<unknown>): Promise<void> => {
  try {
    await sql`create extension if not exists vector`.execute(database);
  } catch (cause) {
    const remedy = REMEDIES.find(({ code }) => code.test(String(recordOf(cause)['code'])));
    if (!remedy) throw cause;
    const needed = 'The option vectors of SqlModule needs the extension "vector" (pgvector) in PostgreSQL';
    throw new SqlException(`${needed}, ${remedy.text}`, { cause });
  }
  const { rows } = await sql<{ hidden: string; path: string }>`
    select extnamespace::regnamespace::text as hidden, current_setting('search_path') as path
    from pg_extension where extname = 'vector' and to_regtype('vector') is null`.execute(database);
  if (!rows[0]) return;
  const { hidden, path } = rows[0];
  throw new SqlException(
    `The extension "vector" of PostgreSQL is in the schema "${hidden}", which the search_path ${path} of the connection lacks. Add the schema to the search_path.`,
  );
};

const REMEDIES = [
  {
    code: /^(0A000|58P01)$/,
    text: 'which is not installed on the server. Install pgvector there, or leave out vectors.',
  },
  {
    code: /^42501$/,
    text: 'which this user may not create. Run "create extension vector" as the owner of the database, and start again.',
  },
];
