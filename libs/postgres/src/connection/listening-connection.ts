import { describeError, within } from '#core';
import { LineLogger } from 'toolgate/model';
import { PostgresException } from '../errors/postgres.errors.js';
import { closeClient, type ListeningClient, openClient } from './open-client.js';
import type { ListenConfig, PgClient } from './pg-client.js';

interface ListeningConnectionParts {
  readonly config: () => ListenConfig;
  readonly onNotification: (payload: string | undefined) => void;
  /** Called after the connection was lost and opened again: notifications may have been missed. */
  readonly onReconnect: () => void;
}

const FIRST_MS = 100;
const MOST_MS = 10_000;
const PING_EACH_MS = 30_000;
const ANSWER_MS = 5000;

const logger = new LineLogger('Toolgate');

/** A separate connection that listens and sends notifications. It is opened again after it was lost. */
export class ListeningConnection {
  private listening?: ListeningClient;
  private reopening?: NodeJS.Timeout;
  private pinging?: NodeJS.Timeout;
  private sending: Promise<void> = Promise.resolve();
  private isClosed = false;

  constructor(private readonly parts: ListeningConnectionParts) {}

  /** Throws `PostgresException` if the server cannot be reached, or delivers no notifications. */
  async open(): Promise<void> {
    const listening = await openClient(this.parts.config());
    const { client } = listening;
    if (this.isClosed) return closeClient(client);
    this.listening = listening;
    client.on('notification', ({ payload }) => this.parts.onNotification(payload));
    client.on('error', (error) => this.lose(client, error));
    client.on('end', () => this.lose(client, new PostgresException('The server closed the connection')));
    this.pinging = setInterval(() => void this.send([]), PING_EACH_MS).unref();
  }

  /**
   * Notifies the other processes, after earlier notifications. It never rejects, because the sweeps of the other
   * processes repair the loss of a notification.
   */
  send(payloads: readonly string[]): Promise<void> {
    // The driver must not get a statement while it executes another.
    this.sending = this.sending.then(() => this.sendNow(payloads));
    return this.sending;
  }

  private async sendNow(payloads: readonly string[]): Promise<void> {
    if (!this.listening) return;
    const { client, channel } = this.listening;
    const notify = 'select pg_notify($1, payload) from unnest($2::text[]) as payload';
    try {
      await within(client.query(notify, [channel, payloads]), ANSWER_MS, () => {
        throw new PostgresException(`The server did not answer within ${ANSWER_MS} ms`);
      });
    } catch (error) {
      this.lose(client, error);
    }
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.reopening);
    clearInterval(this.pinging);
    if (this.listening) closeClient(this.listening.client);
    this.listening = undefined;
  }

  private lose(client: PgClient, error: unknown): void {
    if (this.listening?.client !== client || this.isClosed) return;
    this.listening = undefined;
    clearInterval(this.pinging);
    closeClient(client);
    logger.warn(`The listening connection was lost and is being reopened: ${describeError(error)}`);
    this.reopen(FIRST_MS);
  }

  private report(): void {
    logger.log('The listening connection is open again.');
    this.parts.onReconnect();
  }

  private reopen(inMs: number): void {
    this.reopening = setTimeout(() => {
      this.open().then(
        () => this.listening && this.report(),
        () => this.isClosed || this.reopen(Math.min(MOST_MS, 2 * inMs)),
      );
    }, inMs).unref();
  }
}
