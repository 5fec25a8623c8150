import { onlineManager, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import type { ChangeBody } from 'toolgate/http/client';
import { useDoor } from './door.js';
import { setServerTime } from './server-clock.js';

/** How the page learns of changes: from events, by asking again and again, or not at all. */
export type FeedState = 'connecting' | 'live' | 'polling' | 'offline' | 'signed-out';

const POLL_MS = 5000;

// Many changes of one moment cause one more read.
const GATHER_MS = 150;

const FeedContext = createContext<FeedState>('connecting');

export const useFeed = (): FeedState => useContext(FeedContext);

/** Reads the events of the door, and reads again what they name. Without events it polls. */
export const FeedProvider = ({ children }: { readonly children: ReactNode }) => {
  const stream = useStream();
  const isOnline = useSyncExternalStore(
    (changed) => onlineManager.subscribe(changed),
    () => onlineManager.isOnline(),
  );
  const state = isOnline ? stream : 'offline';
  usePolling(state === 'polling');
  return <FeedContext.Provider value={state}>{children}</FeedContext.Provider>;
};

const useStream = (): Exclude<FeedState, 'offline'> => {
  const { client } = useDoor();
  const queries = useQueryClient();
  const [state, setState] = useState<Exclude<FeedState, 'offline'>>('connecting');
  useEffect(() => {
    const end = new AbortController();
    const gathered = gatherChanges(queries);
    const readAll = (): void => void queries.invalidateQueries();
    client
      .changes({
        signal: end.signal,
        onSnapshot: ({ now }) => {
          setServerTime(now);
          readAll();
        },
        onChange: gathered.add,
        onReset: readAll,
        onState: ({ type }) => {
          if (type === 'open') setState('live');
          if (type === 'waiting') setState('polling');
        },
      })
      .catch(() => setState('signed-out'));
    return () => {
      end.abort();
      gathered.stop();
    };
  }, [client, queries]);
  return state;
};

/** Reads again what changed, at most once in a moment. */
const gatherChanges = (queries: QueryClient) => {
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = (): void => {
    timer = undefined;
    const ids = new Set(changed);
    changed.clear();
    void queries.invalidateQueries({
      predicate: ({ queryKey: [, kind, id] }) =>
        kind === 'list' || kind === 'counts' || kind === 'stats' || ids.has(String(id)),
    });
  };
  return {
    add: ({ id }: ChangeBody): void => {
      changed.add(id);
      timer ??= setTimeout(read, GATHER_MS);
    },
    stop: (): void => clearTimeout(timer),
  };
};

const usePolling = (isOn: boolean): void => {
  const queries = useQueryClient();
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setInterval(() => void queries.invalidateQueries(), POLL_MS);
    return () => clearInterval(timer);
  }, [isOn, queries]);
};
