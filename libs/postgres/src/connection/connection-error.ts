import { describeError, recordOf } from '#core';
import { PostgresException } from '../errors/postgres.errors.js';

const REFUSED = ['28P01', '28000'];

/** Returns the error of a connection that cannot listen. It never contains the connection string. */
export const connectionError = (cause: unknown): PostgresException => {
  if (cause instanceof PostgresException) return cause;
  const { code } = recordOf(cause);
  const remedy = REFUSED.includes(String(code))
    ? 'Correct the user and the password in the connection string.'
    : 'Check that the server runs, and its address in the connection string.';
  return new PostgresException(
    `PostgresModule cannot open its listening connection: ${describeError(cause)}. ${remedy}`,
    {
      cause,
    },
  );
};
