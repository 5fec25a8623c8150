import { ignore, recordOf } from '#core';
import type { BullMqModuleOptions } from '../options/bullmq-options.js';
import { kindOfUrl, type ServerKind } from '../options/connection-kind.js';

/** The server of the jobs, and the options of its clients. */
export interface JobServer {
  readonly kind: ServerKind;
  readonly options: object;
}

/** Returns the server that a connection names. */
export const jobServer = (connection: BullMqModuleOptions['connection']): JobServer => {
  if (typeof connection === 'object') {
    return 'redis' in connection
      ? { kind: 'redis', options: connection.redis }
      : { kind: 'postgres', options: connection.postgres };
  }
  return kindOfUrl(connection) === 'redis'
    ? { kind: 'redis', options: { url: connection } }
    : { kind: 'postgres', options: { connectionString: connection } };
};

/**
 * Returns the connection options for a queue, and those for a worker. Once `isClosing` returns true, a lost client of
 * Redis ends.
 */
export const clientsOf = ({ kind, options }: JobServer, migrate: boolean, isClosing: () => boolean) => {
  if (kind === 'postgres') {
    const pool = { ...POOL, ...options, onConnect: onConnect(options) };
    return { queue: { ...pool, migrate }, worker: pool };
  }
  // A client of the application is shared, and BullMQ creates the second one that a worker needs.
  const { duplicate, retryStrategy = bullMqDelay } = recordOf(options);
  if (typeof duplicate === 'function') return { queue: options, worker: options };
  const worker = { ...options, retryStrategy: retryUntil(isClosing, retryStrategy) };
  return { queue: { ...FAILS_AT_ONCE, ...worker }, worker };
};

/** Without it, a client that is closed while its server is lost would connect again and again. */
const retryUntil = (isClosing: () => boolean, retryStrategy: unknown): unknown =>
  typeof retryStrategy === 'function'
    ? (times: number): unknown => (isClosing() ? undefined : retryStrategy(times))
    : retryStrategy;

/** The delay of BullMQ before a client of Redis connects again, in milliseconds. */
const bullMqDelay = (times: number): number => Math.max(Math.min(Math.exp(times), 20_000), 1000);

interface PoolClient {
  on(event: 'error', listener: () => void): unknown;
}

type OnConnect = (client: PoolClient) => unknown;

/** Without a listener, a connection that is lost while BullMQ uses it would end the process. Its query fails by itself. */
const onConnect =
  (options: { readonly onConnect?: OnConnect }): OnConnect =>
  (client) => {
    client.on('error', ignore);
    return options.onConnect?.(client);
  };

const POOL = { max: 4, connectionTimeoutMillis: 5000, keepAlive: true };

/** A job that would wait for a lost server is not needed: a sweep finds its run. */
const FAILS_AT_ONCE = { maxRetriesPerRequest: 1 };
