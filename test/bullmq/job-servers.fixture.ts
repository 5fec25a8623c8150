import { describe } from 'vitest';
import type { BullMqModuleOptions } from 'toolgate/bullmq';

/** Returns the connection of the jobs beside a database of PostgreSQL. */
type ConnectionOf = (connectionString: string) => BullMqModuleOptions['connection'];

const servers: readonly (readonly [string, ConnectionOf])[] = [
  ['PostgreSQL', (connectionString) => connectionString],
  ...(process.env['REDIS_URL'] ? [['Redis', () => process.env['REDIS_URL']!] as const] : []),
];

/** Runs tests on PostgreSQL, and on the Redis server that the variable REDIS_URL names. */
export const onEveryJobServer = (what: string, tests: (connectionOf: ConnectionOf) => void): void => {
  for (const [name, connectionOf] of servers) describe(`${what} (${name})`, () => tests(connectionOf));
};
