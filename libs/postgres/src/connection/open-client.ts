import { randomUUID } from 'node:crypto';
import { describeError, ignore, recordOf, within } from '#core';
import { PostgresException } from '../errors/postgres.errors.js';
import type { ListenConfig, PgClient } from './pg-client.js';

/** A client that listens, and the name of its channel. */
export interface ListeningClient {
  readonly client: PgClient;
  readonly channel: string;
}

const ANSWER_MS = 5000;

/** Connects, listens, and checks that a notification arrives. Throws `PostgresException`. */
export const openClient = async (config: ListenConfig): Promise<ListeningClient> => {
  const { Client } = await loadPg();
  const client = new Client({ keepAlive: true, connectionTimeoutMillis: ANSWER_MS, ...config });
  // Without a listener, a lost connection would end the process.
  client.on('error', ignore);
  try {
    await client.connect();
    const channel = await within(listen(client), ANSWER_MS, () => {
      throw new Error(`The server did not answer within ${ANSWER_MS} ms`);
    });
    await assertDelivers(client, channel);
    return { client, channel };
  } catch (cause) {
    closeClient(client);
    throw connectionError(cause);
  }
};

/** Returns the channel on which a client now listens. */
const listen = async (client: PgClient): Promise<string> => {
  // The tables of another schema belong to another application.
  const { rows } = await client.query<{ channel: string }>(
    `select 'toolgate_' || md5(coalesce(current_schema(), '')) as channel`,
  );
  const { channel } = rows[0]!;
  await client.query(`listen ${channel}`);
  return channel;
};

/** Closes a connection without waiting, because its server may be gone. */
export const closeClient = (client: PgClient): void => {
  client.end().catch(ignore);
};

const loadPg = async (): Promise<{ readonly Client: new (config: object) => PgClient }> => {
  try {
    return (await import('pg')).default;
  } catch (cause) {
    throw new PostgresException(
      'PostgresModule needs the package "pg", which cannot be loaded. Install it: npm install pg.',
      { cause },
    );
  }
};

const assertDelivers = async (client: PgClient, channel: string): Promise<void> => {
  const probe = JSON.stringify({ from: randomUUID() });
  const delivered = new Promise<void>((resolve) => {
    client.on('notification', ({ payload }) => {
      if (payload === probe) resolve();
    });
  });
  const sent = client.query('select pg_notify($1, $2)', [channel, probe]);
  await within(Promise.all([sent, delivered]), ANSWER_MS, () => {
    throw new PostgresException(
      'PostgresModule received no notification on its connection. A pooler in transaction mode is a common cause. Set listen.connectionString to a connection string of the server itself, without the pooler.',
    );
  });
};

const REFUSED = ['28P01', '28000'];

/** Returns the error of a connection that cannot listen. It never contains the connection string. */
const connectionError = (cause: unknown): PostgresException => {
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
