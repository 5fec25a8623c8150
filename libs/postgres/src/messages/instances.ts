import { randomUUID } from 'node:crypto';
import type { PublishedChange } from 'toolgate/approval';
import { ListeningConnection } from '../connection/listening-connection.js';
import type { ListenConfig } from '../connection/pg-client.js';
import { type Message, readMessage } from './message.js';
import { OutgoingMessages } from './outgoing-messages.js';

/** A report from another process. */
export type Received = Omit<Message, 'from'>;

const LOST: PublishedChange = { kind: 'reset' };

/** The other instances of the application. Each report of this instance reaches all of them, and the reverse. */
export class Instances {
  private readonly id = randomUUID();
  private readonly listeners = new Set<(received: Received) => void>();
  private readonly outgoing = new OutgoingMessages(this.id, (payloads) => void this.connection.send(payloads));
  private readonly connection: ListeningConnection;

  constructor(config: () => ListenConfig) {
    this.connection = new ListeningConnection({
      config,
      onNotification: (payload) => this.receive(readMessage(payload)),
      onReconnect: () => this.recover(),
    });
  }

  open(): Promise<void> {
    return this.connection.open();
  }

  close(): void {
    this.connection.close();
  }

  /** Reports that a run is due in some milliseconds. */
  due(inMs: number): void {
    this.outgoing.due(inMs);
  }

  /** Reports a change of a record. */
  change(change: PublishedChange): void {
    this.outgoing.change(change);
  }

  /** Reports that a live turn has new parts. */
  turn(run: string): void {
    this.outgoing.turn(run);
  }

  /** Calls a listener with each report of another instance, until the returned function is called. */
  subscribe(listener: (received: Received) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  private receive(message: Message | undefined): void {
    if (!message || message.from === this.id) return;
    for (const listener of this.listeners) listener(message);
  }

  // While the connection was lost, this instance and the others may have missed each other's reports.
  private recover(): void {
    for (const listener of this.listeners) listener({ due: 0, changes: [LOST], turns: true });
    this.due(0);
    this.change(LOST);
    this.outgoing.everyTurn();
  }
}
