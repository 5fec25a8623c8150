import type { ApprovalsProblem } from './approvals-problem.js';
import type { Connection } from './connection.js';
import { type DoorEvent, doorEvents } from './door-events.js';
import { pause } from './pause.js';
import { delayAfter, isPassing } from './retry-delay.js';
import type { ChangeBody, SnapshotBody } from './change-body.js';

/** The functions that receive changes, and when the reading ends. */
export interface ReadChanges {
  /** Ends the reading. */
  readonly signal?: AbortSignal;
  /** Receives the present counts and versions after each connect. Earlier changes may be lost, so read the lists again. */
  readonly onSnapshot?: (snapshot: SnapshotBody) => void;
  /** Receives that a record has changed. Read it again. */
  readonly onChange?: (change: ChangeBody) => void;
  /** Receives that changes were lost. Read the lists again. */
  readonly onReset?: () => void;
  /** Receives the state of the connection. */
  readonly onState?: (state: ChangesState) => void;
  /**
   * How long a connection may be silent before it counts as broken, in milliseconds. The server sends a heartbeat every
   * 15 seconds.
   * @default 45,000
   */
  readonly silenceMs?: number;
}

/** The state of the connection that reads changes. */
export type ChangesState =
  | { readonly type: 'connecting' }
  | { readonly type: 'open' }
  /** The connection has ended, and another attempt follows. `error` is absent if the server ended it. */
  | { readonly type: 'waiting'; readonly retryInMs: number; readonly error?: ApprovalsProblem }
  /** No other attempt follows. `error` is absent if the signal ended the reading. */
  | { readonly type: 'closed'; readonly error?: ApprovalsProblem };

const SILENCE_MS = 45_000;

/**
 * Reads changes, and connects again after each interruption. The promise resolves when the signal aborts. It rejects
 * with `ApprovalsProblem` if the next attempt would have the same answer, such as 401 or 403, and with the error of a
 * function that received an event.
 */
export const readChanges = async (connection: Connection, reader: ReadChanges): Promise<void> => {
  const { signal, onState = () => {} } = reader;
  const isOver = (): boolean => signal?.aborted === true;
  let attempt = 0;
  while (!isOver()) {
    onState({ type: 'connecting' });
    const { hasSnapshot, error } = await readOnce(connection, reader);
    if (isOver()) break;
    if (error && !isPassing(error)) {
      onState({ type: 'closed', error });
      throw error;
    }
    attempt = hasSnapshot ? 1 : attempt + 1;
    const retryInMs = delayAfter(error, attempt, connection.retryDelay);
    onState({ type: 'waiting', retryInMs, ...(error && { error }) });
    await pause(retryInMs, signal);
  }
  onState({ type: 'closed' });
};

interface EndOfConnection {
  readonly hasSnapshot: boolean;
  readonly error?: ApprovalsProblem;
}

const readOnce = async (connection: Connection, reader: ReadChanges): Promise<EndOfConnection> => {
  let hasSnapshot = false;
  for await (const event of doorEvents(connection, reader.silenceMs ?? SILENCE_MS, reader.signal)) {
    if (event.type === 'end') return { hasSnapshot, ...(event.error && { error: event.error }) };
    if (!reader.signal?.aborted) deliver(event, reader);
    hasSnapshot ||= event.type === 'snapshot';
  }
  return { hasSnapshot };
};

const deliver = (event: DoorEvent, { onSnapshot, onChange, onReset, onState }: ReadChanges): void => {
  switch (event.type) {
    case 'open':
      return onState?.({ type: 'open' });
    case 'snapshot':
      return onSnapshot?.(event.snapshot);
    case 'change':
      return onChange?.(event.change);
    case 'reset':
      return onReset?.();
    default:
  }
};
