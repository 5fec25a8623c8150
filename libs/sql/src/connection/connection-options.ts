import type { ConnectionOptions } from 'node:tls';
import type { SqlDatabase } from '../sql-database.js';

/** A database in a file. */
export interface SqliteOptions {
  /** Where it is; it is made where there is none, its folder is not. `:memory:` keeps it in memory. */
  readonly file: string;
  /** How long to wait for another process: at the start until it has left the file, later while it writes; in milliseconds. @default 5000 */
  readonly busyTimeoutMs?: number;
  /** Whether no other process may open the file meanwhile. @default true */
  readonly exclusive?: boolean;
}

/** A PostgreSQL server, reached through a pool of connections. */
export interface PostgresOptions {
  /** Such as `postgres://user:password@host:5432/database`. */
  readonly connectionString: string;
  /** How many connections at once. @default 10 */
  readonly maxConnections?: number;
  /** How long to wait for a connection, new or of the pool, in milliseconds; 0 waits without a limit. @default 5000 */
  readonly connectionTimeoutMs?: number;
  /** How long to wait for a row that another transaction has locked, in milliseconds; 0 leaves it to the server's setting. @default 5000 */
  readonly lockTimeoutMs?: number;
  /** How long a statement may run, in milliseconds; 0 leaves it to the server's setting. @default 30000 */
  readonly statementTimeoutMs?: number;
  /**
   * When the server ends a transaction whose process does nothing, such as one that was stopped, in milliseconds; 0 leaves
   * it to the server's setting. @default 10000
   */
  readonly idleInTransactionTimeoutMs?: number;
  /** @default what the connection string says */
  readonly ssl?: boolean | ConnectionOptions;
}

/** Which database: a file, a server, or the application's own Kysely instance, which stays open when the module closes. */
export type SqlConnectionOptions =
  | { readonly sqlite: SqliteOptions; readonly postgres?: undefined; readonly database?: undefined }
  | { readonly postgres: PostgresOptions; readonly sqlite?: undefined; readonly database?: undefined }
  | { readonly database: SqlDatabase; readonly sqlite?: undefined; readonly postgres?: undefined };
