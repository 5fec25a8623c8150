import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { useDoor } from './door.js';
import { Feed, type FeedState } from './feed-state.js';

export type { FeedState } from './feed-state.js';

const FeedContext = createContext<Feed | undefined>(undefined);

const useFeedItself = (): Feed => {
  const feed = useContext(FeedContext);
  if (!feed) throw new Error('useFeed() has no <FeedProvider> above it.');
  return feed;
};

/** How the page learns of changes, or why it does not. */
export const useFeed = (): FeedState => {
  const { subscribe, state } = useFeedItself();
  return useSyncExternalStore(subscribe, state);
};

/** Changes with the person, so that nothing of one person stays open for another. */
export const usePersonTurn = (): number => {
  const { subscribe, turn } = useFeedItself();
  return useSyncExternalStore(subscribe, turn);
};

/** Returns a function that forgets what was read and reads it as the person who is signed in now. */
export const useStartAgain = (): (() => void) => {
  const feed = useFeedItself();
  return () => feed.startAgain();
};

/** Returns a function that asks the door at once whether it answers. */
export const useProbe = (): (() => void) => useFeedItself().probe;

/** Reads the events of the door, and reads again what they name. */
export const FeedProvider = ({ children }: { readonly children: ReactNode }) => {
  const { client } = useDoor();
  const queries = useQueryClient();
  const [feed] = useState(() => new Feed(client, queries));
  useEffect(() => feed.start(), [feed]);
  return <FeedContext.Provider value={feed}>{children}</FeedContext.Provider>;
};
