import { describeError, recordOf } from '#core';
import { PostgresException } from '../errors/postgres.errors.js';

const REFUSED = 'Correct the user and the password in the connection string.';

/** What to do about an error of PostgreSQL, by its SQLSTATE. */
const REMEDIES: Readonly<Record<string, string>> = {
  '28P01': REFUSED,
  '28000': REFUSED,
  '53300':
    'Raise the limit of connections of the server or the role, or lower postgres.maxConnections of each process.',
};

/** Returns the error of a connection that cannot listen. It never contains the connection string. */
export const connectionError = (cause: unknown): PostgresException => {
  if (cause instanceof PostgresException) return cause;
  const { code } = recordOf(cause);
  const remedy = REMEDIES[String(code)] ?? 'Check that the server runs, and its address in the connection string.';
  return new PostgresException(
    `PostgresModule cannot open its listening connection: ${describeError(cause)}. ${remedy}`,
    {
      cause,
    },
  );
};
