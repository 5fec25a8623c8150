import type { Kysely } from 'kysely';
import { recordOf } from '#core';
import { isPostgres } from '../dialect/is-postgres.js';
import { sql } from '../dialect/kysely.js';
import type { Migration } from '../dialect/migration.js';
import { SqlException } from '../errors/sql.errors.js';

const up = async (database: Kysely<unknown>): Promise<void> => {
  const { schema } = database;
  const isServer = isPostgres(database);
  if (isServer) await createVectorExtension(database);
  await schema
    .createTable('toolgate_vectors')
    .addColumn('collection', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('dimensions', 'integer', (column) => column.notNull())
    .addColumn('document', 'text', (column) => column.notNull())
    .addColumn('embedding', isServer ? sql`vector` : 'blob', (column) => column.notNull())
    .addPrimaryKeyConstraint('toolgate_vectors_key', ['collection', 'id'])
    .execute();
  await schema
    .createIndex('toolgate_vectors_dimensions')
    .on('toolgate_vectors')
    .columns(['collection', 'dimensions'])
    .execute();
  await schema
    .createTable('toolgate_vector_tags')
    .addColumn('collection', 'text', (column) => column.notNull())
    .addColumn('tag', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('toolgate_vector_tags_key', ['collection', 'tag', 'id'])
    .execute();
  await schema
    .createIndex('toolgate_vector_tags_id')
    .on('toolgate_vector_tags')
    .columns(['collection', 'id'])
    .execute();
};

/**
 * The tables of `SqlVectorStore`. Only applications that search vectors have them, because PostgreSQL needs an
 * extension.
 */
export const VECTOR_MIGRATIONS: Readonly<Record<string, Migration>> = { '0001-vectors': { up, ignorable: false } };

/**
 * Creates pgvector in PostgreSQL if it is missing. Throws `SqlException` if it cannot be created, or is in a schema
 * outside the search path.
 */
const createVectorExtension = async (database: Kysely<unknown>): Promise<void> => {
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
