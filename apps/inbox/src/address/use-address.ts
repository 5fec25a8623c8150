import { useCallback, useSyncExternalStore } from 'react';
import { type Address, readAddress, writeAddress } from './address.js';

const readers = new Set<() => void>();
const notify = (): void => readers.forEach((read) => read());

const subscribe = (read: () => void): (() => void) => {
  if (readers.size === 0) addEventListener('popstate', notify);
  readers.add(read);
  return () => {
    readers.delete(read);
    if (readers.size === 0) removeEventListener('popstate', notify);
  };
};

/** What a link or a filter changes in the address; `undefined` removes. */
export type AddressChange = { readonly [Name in keyof Address]?: Address[Name] | undefined };

const changed = (change: AddressChange): Address => {
  const merged = { ...readAddress(location.search), ...change };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined)) as unknown as Address;
};

/** Returns the address after a change, for the `href` of a link. */
export const hrefOf = (change: AddressChange): string => location.pathname + writeAddress(changed(change));

/** Changes the address without a reload. A filter replaces the entry in the history, a page adds one. */
export const go = (change: AddressChange, how: 'push' | 'replace' = 'push'): void => {
  const href = hrefOf(change);
  if (href === location.pathname + location.search) return;
  history[how === 'push' ? 'pushState' : 'replaceState'](null, '', href);
  notify();
};

/** Reads the address, and renders again when it changes. */
export const useAddress = (): Address => {
  const search = useSyncExternalStore(
    subscribe,
    useCallback(() => location.search, []),
  );
  return readAddress(search);
};
