import { useSyncExternalStore } from 'react';
import { type Clerk, CLERKS } from './people.js';

/** The cookie by which the demo and the inbox know who decides. */
const COOKIE = 'toolgate-person';

// The inbox on the right sets the cookie too, and a cookie has no event in every browser.
const POLL_MS = 500;

const clerkNow = (): Clerk => {
  const named = new RegExp(`(?:^|; )${COOKIE}=([^;]*)`).exec(document.cookie)?.[1];
  return CLERKS.find(({ id }) => id === named) ?? CLERKS[0];
};

const listeners = new Set<() => void>();

const subscribe = (changed: () => void): (() => void) => {
  const timer = setInterval(changed, POLL_MS);
  listeners.add(changed);
  return () => {
    clearInterval(timer);
    listeners.delete(changed);
  };
};

/** The person of the desk as whom this browser decides, in the chat and in the inbox. */
export const useClerk = (): Clerk => useSyncExternalStore(subscribe, clerkNow);

export const becomeClerk = (id: string): void => {
  document.cookie = `${COOKIE}=${id}; path=/; samesite=lax`;
  for (const changed of listeners) changed();
};
