import type { Kysely, RawBuilder, SqlBool, Transaction } from 'kysely';
import { checkDocuments, checkSearch, checkSelection, embedTexts, VectorStoreException } from 'toolgate/memory';
import {
  type EmbeddingModel,
  type FoundDocument,
  type JsonObject,
  type MetadataFilter,
  type VectorDocument,
  type VectorSearch,
  type VectorSelection,
  VectorStore,
  toJson,
} from 'toolgate/model';
import { databaseWith } from '../dialect/database-with.js';
import { isPostgres } from '../dialect/is-postgres.js';
import { loadKysely, sql, withKysely } from '../dialect/kysely.js';
import type { SqlDatabase } from '../dialect/sql-database.js';
import { SqlException } from '../errors/sql.errors.js';
import { idOf, storableId } from '../dialect/storable-id.js';
import { jsonIn, shownText, type StoredText, textColumn } from '../dialect/stored-text.js';
import { transactionLock } from '../dialect/transaction-lock.js';
import { vectorSql } from './vector-sql.js';
import type { VectorTables } from './vector-tables.js';
import { type CollectionPlace, deleteDocuments, writeDocuments } from './write-documents.js';
import { hash } from 'node:crypto';

/** The options of a SqlVectorStore. */
export interface SqlVectorStoreOptions {
  /** Separates the documents of several stores in one database. @default 'default' */
  readonly collection?: string;
}

type Database = Kysely<VectorTables>;

/** The largest limit that PostgreSQL and SQLite accept. */
const MOST = 2 ** 31 - 1;

const NAME = 'SqlVectorStore';

const columnsIn = (database: SqlDatabase) => ({
  id: textColumn(database, 'toolgate_vectors.id').as('id'),
  document: textColumn(database, 'toolgate_vectors.document').as('document'),
});

type Columns = ReturnType<typeof columnsIn>;

/**
 * Stores documents with their embeddings in SQLite or PostgreSQL. A search compares each document that matches the
 * filter with the text. `migrateToLatest(database, { vectors: true })` creates its tables.
 */
export class SqlVectorStore extends VectorStore {
  private readonly database: Database;
  private readonly isPostgres: boolean;
  private readonly lock: string;
  private readonly place: CollectionPlace;
  private readonly columns: () => Promise<Columns>;

  constructor(
    database: SqlDatabase,
    private readonly model: EmbeddingModel,
    { collection = 'default' }: SqlVectorStoreOptions = {},
  ) {
    super();
    if (typeof model?.embed !== 'function') {
      throw new VectorStoreException(
        'SqlVectorStore needs an EmbeddingModel. Provide EmbeddingModel in a module, and import ToolgateModule.',
      );
    }
    if (typeof collection !== 'string' || collection === '') {
      throw new VectorStoreException('The collection of a SqlVectorStore is not a name. Pass a name, or leave it out.');
    }
    this.database = databaseWith(database);
    this.place = { collection: storableId(collection), vectors: vectorSql(database) };
    this.isPostgres = isPostgres(database);
    this.lock = JSON.stringify(['toolgate', 'vectors', this.place.collection]);
    this.columns = withKysely(NAME, () => columnsIn(database));
  }

  async add(documents: readonly VectorDocument[]): Promise<void> {
    // As JSON at once, because the caller may change the documents in the meantime. The last of several with one id
    // counts.
    const rows = [...new Map(checkDocuments(documents).map((document) => [document.id, newRow(document)])).values()];
    if (rows.length === 0) return;
    const texts = rows.map(({ text }) => text);
    const embeddings = await embedTexts(this.model, { texts, dimensions: await this.dimensions(this.database) });
    const found = embeddings[0]!.length;
    await this.write(async (transaction) => {
      const dimensions = (await this.dimensions(transaction)) ?? found;
      if (dimensions !== found) throw this.mixed(dimensions, found);
      await writeDocuments(
        this.place,
        transaction,
        rows.map((row, index) => ({ ...row, embedding: embeddings[index]! })),
      );
    });
  }

  async search(search: VectorSearch): Promise<readonly FoundDocument[]> {
    const { text, topK = 4, minScore, filter = {} } = checkSearch(search);
    const columns = await this.columns();
    const dimensions = await this.dimensions(this.database);
    const candidate = this.fitting(filter).select('toolgate_vectors.dimensions').limit(1);
    if (dimensions === undefined || !(await candidate.executeTakeFirst())) return [];
    const [wanted] = await embedTexts(this.model, { texts: [text], dimensions });
    // The sum keeps SQLite from using the index of the dimensions, with which it would read all documents and not only
    // those of the filter.
    const nearest = this.fitting(filter)
      .select(['toolgate_vectors.id', this.place.vectors.score(wanted!).as('score')])
      .where(sql<SqlBool>`dimensions + 0 = ${dimensions}`)
      .orderBy('score', 'desc')
      .orderBy('toolgate_vectors.id')
      .limit(Math.min(Math.ceil(topK), MOST));
    const rows = await this.database
      .selectFrom(nearest.as('nearest'))
      .innerJoin('toolgate_vectors', 'toolgate_vectors.id', 'nearest.id')
      .select(['score', columns.id, columns.document])
      .where('collection', '=', this.place.collection)
      .$if(minScore !== undefined, (query) => query.where('score', '>=', minScore!))
      .orderBy('score', 'desc')
      .orderBy('toolgate_vectors.id')
      .execute();
    return rows.map(({ score, ...row }) => ({ ...documentIn(row), score: Number(score) }));
  }

  async delete(selection: VectorSelection): Promise<void> {
    checkSelection(selection);
    await this.write(async (transaction) => {
      if ('ids' in selection) return deleteDocuments(this.place, transaction, selection.ids.map(storableId));
      const fits = this.fits(selection.filter);
      // The tags last, because they determine which documents are deleted.
      for (const table of ['toolgate_vectors', 'toolgate_vector_tags'] as const)
        await transaction.deleteFrom(table).where('collection', '=', this.place.collection).where(fits).execute();
    });
  }

  private fitting(filter: MetadataFilter) {
    return this.database
      .selectFrom('toolgate_vectors')
      .where('collection', '=', this.place.collection)
      .where(this.fits(filter));
  }

  private fits(filter: MetadataFilter): RawBuilder<SqlBool> {
    const tagged = tagsOfFilter(filter).map((tag) => {
      const ids = this.database.selectFrom('toolgate_vector_tags').select('id');
      return sql`id in (${ids.where('collection', '=', this.place.collection).where('tag', '=', tag)})`;
    });
    return tagged.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.join(tagged, sql` and `)}`;
  }

  /** Returns the dimensions of the documents; undefined if there are none. */
  private async dimensions(database: Database): Promise<number | undefined> {
    const all = database.selectFrom('toolgate_vectors').where('collection', '=', this.place.collection);
    // Two subqueries, because only then each one reads an index.
    const { least, most } = await database
      .selectNoFrom([
        all.select(({ fn }) => fn.min<number | null>('dimensions').as('least')).as('least'),
        all.select(({ fn }) => fn.max<number | null>('dimensions').as('most')).as('most'),
      ])
      .executeTakeFirstOrThrow();
    if (least !== most) throw this.mixed(least!, most!);
    return least ?? undefined;
  }

  private mixed(one: number, other: number): VectorStoreException {
    return new VectorStoreException(
      `The collection ${JSON.stringify(idOf(this.place.collection))} of the VectorStore has documents of ${one} and of ${other} dimensions, from two embedding models. Use one model, delete all documents, and add them again.`,
    );
  }

  /** Locks a collection for one write at a time, so that each write sees the dimensions of those before. */
  private async write(body: (transaction: Transaction<VectorTables>) => Promise<void>): Promise<void> {
    await loadKysely(NAME);
    const transaction = this.database.transaction().setIsolationLevel('read committed');
    return transaction.execute(async (opened) => {
      if (this.isPostgres) await opened.selectNoFrom(transactionLock(this.lock).as('lock')).execute();
      await body(opened);
    });
  }
}

const newRow = (document: VectorDocument) => {
  const json = JSON.stringify(toJson(document));
  const { id, text, metadata }: VectorDocument = JSON.parse(json);
  return { id: storableId(id), text, document: json, tags: tagsOfMetadata(metadata) };
};

const documentIn = ({ id, document }: { readonly id: StoredText; readonly document: StoredText }): VectorDocument => {
  const json = jsonIn<VectorDocument>(document);
  if ('value' in json) return json.value;
  throw new SqlException(
    `The document ${JSON.stringify(idOf(shownText(id)))} cannot be read: it ${json.problem}. Delete it from the VectorStore, and add it again.`,
  );
};

/** A tag that no document has. */
const NONE = 'none';

/** Returns a string of constant length for one value of the metadata, so that a database can index it. */
const tagOf = ([key, value]: readonly [string, unknown]): string => {
  const isScalar = value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
  // -0 equals 0, and both are the same text in JSON.
  return isScalar ? hash('sha256', JSON.stringify([key, value]), 'base64url') : NONE;
};

/** Returns the tags that a document must have to match a filter. */
const tagsOfFilter = (filter: MetadataFilter): readonly string[] => Object.entries(filter).map(tagOf);

/** Returns the tags of a document, one for each value that a filter can name. */
const tagsOfMetadata = (metadata: JsonObject = {}): readonly string[] =>
  Object.entries(metadata)
    .map(tagOf)
    .filter((tag) => tag !== NONE);
