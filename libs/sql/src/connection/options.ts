import {
  anything,
  checkOptions,
  countUpTo,
  type Declared,
  group,
  type Kind,
  LONGEST_TIMER_MS,
  option,
  switchGroup,
} from '#core';
import { SqlException } from '../errors/sql.errors.js';
import { SQL_LIVE_TURNS } from '../options/live-turn-options.js';
import type { PostgresOptions, SqliteOptions } from './connection-options.js';

/** Timers and PostgreSQL accept no larger number. */
const wholeMs: Kind = {
  fits: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= LONGEST_TIMER_MS,
  pass: `a whole number of milliseconds from 0 to ${LONGEST_TIMER_MS}`,
  // Errors show numbers and strings of options that can be read from a string.
  read: Number,
};

/** The options of `SqlModule.forRoot({ sqlite })`. */
export const SQLITE = {
  file: option(anything, 'the path of the file, or `:memory:`'),
  busyTimeoutMs: option(wholeMs, 'how long to wait for another process', 5000),
  exclusive: option(anything, 'no other process may open the file at the same time', true),
} satisfies Declared<SqliteOptions>;

/** The options of `SqlModule.forRoot({ postgres })`. */
export const POSTGRES = {
  connectionString: option(anything, 'the connection string'),
  maxConnections: option(countUpTo(LONGEST_TIMER_MS), 'the most connections', 10),
  connectionTimeoutMs: option(wholeMs, 'how long to wait for a connection', 5000),
  lockTimeoutMs: option(wholeMs, 'how long to wait for a locked row', 5000),
  statementTimeoutMs: option(wholeMs, 'how long a statement may run', 30_000),
  idleInTransactionTimeoutMs: option(wholeMs, 'when the server ends a transaction whose process does nothing', 10_000),
  prepareStatements: option(anything, 'prepares the statements that repeat, once on each connection', true),
  ssl: option(anything, 'encryption of the connections', 'the setting of the connection string'),
} satisfies Declared<PostgresOptions>;

/** The options of `SqlModule`. */
export const SQL = {
  sqlite: group(SQLITE),
  postgres: group(POSTGRES),
  database: option(anything, 'your own Kysely instance'),
  migrate: option(anything, 'creates and updates the tables at start-up', true),
  vectors: switchGroup({ collection: option(anything, 'separates the documents of several stores', 'default') }),
  liveTurns: switchGroup(SQL_LIVE_TURNS),
};

/** Throws `SqlException` if an option of `SqlModule` is not an object, has an unknown option, or an invalid number. */
export const assertSqlOptions = (options: Partial<Record<keyof typeof SQL, unknown>>): void => {
  checkOptions(options, SQL, { error: SqlException });
};
