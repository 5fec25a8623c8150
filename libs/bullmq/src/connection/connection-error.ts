import { describeError, recordOf } from '#core';
import { BullMqException } from '../errors/bullmq.errors.js';

/** Returns the error of a server that cannot carry jobs. It never contains the connection string or options. */
export const connectionError = (cause: unknown): BullMqException => {
  if (cause instanceof BullMqException) return cause;
  return new BullMqException(`BullMqModule cannot use its server: ${describeError(cause)}. ${remedyFor(cause)}`, {
    cause,
  });
};

const OUTDATED = ['SchemaVersionMismatchError', 'UnsupportedPostgresVersionError'];

const remedyFor = (cause: unknown): string => {
  const { code, name, message } = recordOf(cause);
  if (name === 'SchemaMigrationRequiredError') {
    return 'Leave the option migrate out, so that start-up creates the schema, or call runMigrations() of bullmq before start-up.';
  }
  if (OUTDATED.includes(String(name))) return 'Update the package bullmq, or the server.';
  if (code === '42501') {
    return 'Let the user create schemas, or call runMigrations() of bullmq before start-up and pass migrate: false.';
  }
  if (isRefusal(`${String(code)} ${String(message)}`)) return 'Correct the user and the password in the connection.';
  if (/could not load|npm install/.test(String(message))) return 'Install the package of the server: ioredis or pg.';
  return 'Check that the server runs, and its address in the connection.';
};

const isRefusal = (text: string): boolean => /\b(28P01|28000|NOAUTH|WRONGPASS|NOPERM)\b/.test(text);
