import { useSyncExternalStore } from 'react';
import { type Clerk, CLERKS } from './people.js';

/** The cookie that names the approver. The demo and the inbox read it. */
const COOKIE = 'toolgate-person';

// The inbox on the right changes the cookie too, and not every browser has an event for such a change.
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

/** Returns the person of the desk who decides in this browser, in the chat and in the inbox. */
export const useClerk = (): Clerk => useSyncExternalStore(subscribe, clerkNow);

export const becomeClerk = (id: string): void => {
  document.cookie = `${COOKIE}=${id}; path=/; samesite=lax`;
  for (const changed of listeners) changed();
};
