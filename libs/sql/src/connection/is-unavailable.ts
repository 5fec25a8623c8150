import { recordOf } from '#core';
import { DatabaseClosedException } from '../errors/sql.errors.js';

/**
 * SQLSTATE codes for a lock, a connection or an answer that did not come in time, and for a server that stops or
 * starts.
 */
const STATES: ReadonlySet<string> = new Set([
  '25006', // read_only_sql_transaction: a standby
  '25P03', // idle_in_transaction_session_timeout
  '25P04', // transaction_timeout
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '53100', // disk_full
  '53300', // too_many_connections
  '55P03', // lock_not_available
  '57014', // query_canceled: statement_timeout
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '57P05', // idle_session_timeout
]);

/**
 * Codes for a lost connection, by SQLSTATE and by Node, for a SQLite file that another process locks, and for a full
 * disk.
 */
const LOST =
  /^(08\w{3}|SQLITE_BUSY\w*|SQLITE_FULL|E(AI_AGAIN|CONNREFUSED|CONNRESET|HOSTUNREACH|NETUNREACH|NOTFOUND|PIPE|TIMEDOUT))$/;

/** Messages without a code: of pg, and of Kysely for a closed database. */
const WORDS =
  /^(Cannot use a pool after|Connection terminated|Client (was closed|has encountered)|driver has already been destroyed|Query read timeout|timeout (exceeded|expired))/;

/** Whether a database could not be reached in time, or has no room, in contrast to one that rejected a statement. */
export const isUnavailable = (error: unknown): boolean => {
  const { code, message } = recordOf(error);
  if (error instanceof DatabaseClosedException) return true;
  if (typeof code === 'string') return STATES.has(code) || LOST.test(code);
  return WORDS.test(String(message));
};
