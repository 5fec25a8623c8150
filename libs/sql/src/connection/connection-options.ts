import type { ConnectionOptions } from 'node:tls';
import type { SqlDatabase } from '../dialect/sql-database.js';

/** A database in a file. */
export interface SqliteOptions {
  /**
   * The path of the file. It is created if it does not exist; its folder is not. `:memory:` stores the database in
   * memory.
   */
  readonly file: string;
  /**
   * How long to wait for another process, in milliseconds: at the start until it has closed the file, later while it
   * writes.
   * @default 5000
   */
  readonly busyTimeoutMs?: number;
  /** Whether no other process may open the file at the same time. @default true */
  readonly exclusive?: boolean;
}

/** A PostgreSQL server, reached through a pool of connections. */
export interface PostgresOptions {
  /** The connection string, such as `postgres://user:password@host:5432/database`. */
  readonly connectionString: string;
  /** The maximum number of connections. @default 10 */
  readonly maxConnections?: number;
  /** How long to wait for a connection, new or of the pool, in milliseconds; 0 waits without a limit. @default 5000 */
  readonly connectionTimeoutMs?: number;
  /** How long to wait for a row that another transaction has locked, in milliseconds; 0 leaves it to the server's setting. @default 5000 */
  readonly lockTimeoutMs?: number;
  /** How long a statement may run, in milliseconds; 0 leaves it to the server's setting. @default 30000 */
  readonly statementTimeoutMs?: number;
  /**
   * When the server ends a transaction whose process does nothing, for example because it is stopped, in milliseconds;
   * 0 leaves it to the server's setting.
   * @default 10000
   */
  readonly idleInTransactionTimeoutMs?: number;
  /**
   * Whether each connection prepares the statements that repeat, so that the server parses and plans them once. `false`
   * for a pooler in transaction mode without prepared statements, such as PgBouncer with `max_prepared_statements` of 0.
   * @default true
   */
  readonly prepareStatements?: boolean;
  /** @default the setting of the connection string */
  readonly ssl?: boolean | ConnectionOptions;
}

/**
 * The database: a file, a server, or the application's own Kysely instance, which stays open when the module closes.
 */
export type SqlConnectionOptions =
  | { readonly sqlite: SqliteOptions; readonly postgres?: undefined; readonly database?: undefined }
  | { readonly postgres: PostgresOptions; readonly sqlite?: undefined; readonly database?: undefined }
  | { readonly database: SqlDatabase; readonly sqlite?: undefined; readonly postgres?: undefined };
