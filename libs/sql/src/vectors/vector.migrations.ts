import type { Kysely } from 'kysely';
import { isPostgres } from '../dialect/is-postgres.js';
import { sql } from '../dialect/kysely.js';
import type { Migration } from '../dialect/migration.js';
import { createVectorExtension } from './create-vector-extension.js';

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
