import type { ApprovalsClient, ReadChanges } from 'toolgate/http/client';

export type StreamState = 'connecting' | 'open' | 'broken';

// A connection that the server ends regularly is back before this.
const GRACE_MS = 2500;
// A server that is only slow sends its first event before this. Headers prove nothing, because a proxy may send them and
// hold the events back.
const FIRST_EVENT_MS = 10_000;
const REFUSED_RETRY_MS = 30_000;

/** The connection that carries the events of the door. */
export interface Stream {
  readonly state: () => StreamState;
  /** Connects at once, whatever the state is. */
  connect(): void;
  end(): void;
}

/**
 * Follows the events of the door. A connection is open from its first event. It counts as broken if that event does not
 * arrive, or if the connection is not back after a short time.
 */
export const openStream = (
  client: ApprovalsClient,
  reader: Pick<ReadChanges, 'onSnapshot' | 'onChange' | 'onReset'>,
  changed: () => void,
): Stream => {
  let state: StreamState = 'connecting';
  let connection = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const set = (next: StreamState): void => {
    clearTimeout(timer);
    timer = undefined;
    if (state === next) return;
    state = next;
    changed();
  };
  const breakSoon = (): void => {
    if (state !== 'broken') timer ??= setTimeout(() => set('broken'), GRACE_MS);
  };
  const connect = (): void => {
    connection.abort();
    connection = new AbortController();
    const { signal } = connection;
    const silent = setTimeout(() => state !== 'broken' && set('broken'), FIRST_EVENT_MS);
    signal.addEventListener('abort', () => clearTimeout(silent));
    const follow = client.changes({
      ...reader,
      signal,
      onSnapshot: (snapshot) => {
        clearTimeout(silent);
        set('open');
        reader.onSnapshot?.(snapshot);
      },
      onState: ({ type }) => {
        if (!signal.aborted && type === 'waiting') breakSoon();
      },
    });
    // The door refused the connection, or a proxy answered in its place.
    follow.catch(() => {
      if (signal.aborted) return;
      set('broken');
      timer = setTimeout(connect, REFUSED_RETRY_MS);
    });
  };
  const end = (): void => {
    clearTimeout(timer);
    connection.abort();
  };
  return { state: () => state, connect, end };
};
