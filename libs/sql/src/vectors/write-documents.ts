import type { Transaction } from 'kysely';
import type { VectorSql } from './vector-sql.js';
import type { VectorTables } from './vector-tables.js';

/** The target of documents, and the SQL of its vectors. */
export interface CollectionPlace {
  readonly collection: string;
  readonly vectors: VectorSql;
}

/** A document to write. */
interface DocumentRow {
  readonly id: string;
  readonly document: string;
  readonly tags: readonly string[];
  readonly embedding: Float32Array;
}

/** How many rows one statement writes. Each vector is a text of some 20,000 characters. */
const ROWS = 100;

/** How many tags and ids one statement contains, because SQLite and PostgreSQL limit its parameters. */
const VALUES = 5000;

const inChunks = <T>(values: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, index) => values.slice(index * size, (index + 1) * size));

/** Writes documents. They replace those with the same ids. */
export const writeDocuments = async (
  { collection, vectors }: CollectionPlace,
  transaction: Transaction<VectorTables>,
  documents: readonly DocumentRow[],
): Promise<void> => {
  await deleteDocuments(
    { collection },
    transaction,
    documents.map(({ id }) => id),
  );
  for (const some of inChunks(documents, ROWS)) {
    const rows = some.map(({ id, document, embedding }) => ({
      collection,
      id,
      dimensions: embedding.length,
      document,
      embedding: vectors.vector(embedding),
    }));
    await transaction.insertInto('toolgate_vectors').values(rows).execute();
  }
  const tags = documents.flatMap((document) => document.tags.map((tag) => ({ collection, tag, id: document.id })));
  for (const some of inChunks(tags, VALUES))
    await transaction.insertInto('toolgate_vector_tags').values(some).execute();
};

/** Deletes documents by their ids. */
export const deleteDocuments = async (
  { collection }: Pick<CollectionPlace, 'collection'>,
  transaction: Transaction<VectorTables>,
  ids: readonly string[],
): Promise<void> => {
  for (const table of ['toolgate_vectors', 'toolgate_vector_tags'] as const)
    for (const some of inChunks(ids, VALUES))
      await transaction.deleteFrom(table).where('collection', '=', collection).where('id', 'in', some).execute();
};
