import type { RawBuilder } from 'kysely';
import { isPostgres } from '../dialect/is-postgres.js';
import { sql } from '../dialect/kysely.js';
import type { SqlDatabase } from '../dialect/sql-database.js';
import { statementClock } from '../dialect/statement-clock.js';

/** The present time in a statement. */
export type TurnClock = () => RawBuilder<number>;

/** Returns the clock of the PostgreSQL server; with SQLite, of the machine. */
export const turnClock = (database: SqlDatabase): TurnClock =>
  isPostgres(database) ? statementClock : () => sql<number>`${Date.now()}`;

/** The condition that a turn is open, and its writer has not lost its lease. */
export const isLive = (clock: TurnClock): RawBuilder<boolean> => sql<boolean>`state = 'open' and until > ${clock()}`;
