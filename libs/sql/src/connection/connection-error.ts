import { describeError, recordOf } from '#core';
import { SqlException } from '../errors/sql.errors.js';
import { isUnavailable } from './is-unavailable.js';

const REFUSED = 'Correct the user and the password in postgres.connectionString.';

/** What to do about an error of PostgreSQL at start-up, by its code. */
const REMEDIES: Readonly<Record<string, string>> = {
  '25006': 'The server is read-only: name the primary server in postgres.connectionString.',
  '28P01': REFUSED,
  '28000': REFUSED,
  '3D000': 'Create the database, or correct its name in postgres.connectionString.',
  '53100': 'Free space on the disk of the server.',
  '53300':
    'Raise the limit of connections of the server or the role, or lower postgres.maxConnections of each process.',
  '42501': 'Let the user create tables, or run migrateToLatest(database) as another user and pass migrate: false.',
};

/** The message of pg, without a code, of a server that refuses an encrypted connection. */
const WITHOUT_SSL = 'The server does not support SSL connections';
const ENCRYPTED =
  'Enable SSL on the server, or pass ssl: false of postgres and leave out sslmode in its connectionString.';

const POOLED =
  'Set lockTimeoutMs, statementTimeoutMs and idleInTransactionTimeoutMs of postgres to 0 behind this pooler, and set the limits for the role.';

/** The protocol violation with which PgBouncer refuses the limits that a connection sets. */
const isOfPooler = ({ code, message }: Readonly<Record<string, unknown>>): boolean =>
  code === '08P01' && String(message).includes('startup parameter');

const NO_URL =
  'Write postgres.connectionString as the URL postgres://<user>:<password>@<host>:<port>/<database>, with encodeURIComponent() around the user and the password.';

/** The host that pg connects to if the string is no URL. */
const NO_HOST = 'base';

/** Returns the error of a PostgreSQL server that cannot be used at start-up. It never contains the connection string. */
export const connectionError = (cause: unknown): unknown => {
  const error = recordOf(cause);
  // The error contains the string in some versions, so it is no cause.
  if (error['code'] === 'ERR_INVALID_URL')
    return new SqlException(`SqlModule cannot read the URL of its PostgreSQL server. ${NO_URL}`);
  const isGone = isUnavailable(cause);
  const remedy =
    (isOfPooler(error) ? POOLED : REMEDIES[String(error['code'])]) ??
    (error['hostname'] === NO_HOST ? NO_URL : undefined) ??
    (error['message'] === WITHOUT_SSL ? ENCRYPTED : undefined) ??
    (isGone ? 'Check that the server runs, and its address in postgres.connectionString.' : undefined);
  if (remedy === undefined) return cause;
  const problem = describeError(cause).replace(/\.$/u, '');
  return new SqlException(`SqlModule cannot use its PostgreSQL server: ${problem}. ${remedy}`, { cause });
};
