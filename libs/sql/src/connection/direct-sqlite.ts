import type { CompiledQuery, Kysely, QueryResult } from 'kysely';

/**
 * A SQLite file without the layers of Kysely, which create a dozen promises for a statement that SQLite answers at once.
 * It waits for the same connection as Kysely does.
 */
export interface DirectSqlite {
  /** Runs work in one transaction; an error rolls it back. */
  transact<T>(work: (execute: ExecuteNow) => T): Promise<T>;
  /** Runs one statement outside of a transaction. */
  execute<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>>;
}

/** Runs a statement and returns its result at once. */
export type ExecuteNow = <Row>(query: CompiledQuery<Row>) => QueryResult<Row>;

const opened = new WeakMap<object, DirectSqlite>();

/**
 * Returns the direct access to a database that `openSqlite` has opened; undefined for any other instance, such as one
 * with plugins.
 */
export const directSqlite = (database: object): DirectSqlite | undefined => opened.get(database);

/** Runs one statement outside of a transaction, directly if that is possible. */
export const executeOn = <Row, Tables>(
  database: Kysely<Tables>,
  query: CompiledQuery<Row>,
): Promise<QueryResult<Row>> => opened.get(database)?.execute(query) ?? database.executeQuery(query);

/** Lets the stores on a database use it directly. */
export const allowDirect = (database: object, direct: DirectSqlite): void => void opened.set(database, direct);
