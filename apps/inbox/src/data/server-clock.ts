import { useCallback, useSyncExternalStore } from 'react';

// The clock of the device may be wrong, so the page adds how much the server's differs.
let difference: number | undefined;

// The longest delay of an answer that the page corrects. Beyond it, the clock of the device has changed.
const LONGEST_DELAY_MS = 3000;

/** Takes the time of the server from an answer. The answer that took the shortest way is the closest. */
export const setServerTime = (now: string): void => {
  const stated = Date.parse(now) - Date.now();
  if (Number.isNaN(stated)) return;
  const isOlder = difference !== undefined && stated < difference && difference - stated < LONGEST_DELAY_MS;
  if (!isOlder) difference = stated;
};

/** The time of the server, in milliseconds since 1970. */
export const serverNow = (): number => Date.now() + (difference ?? 0);

const readers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

const subscribe = (changed: () => void): (() => void) => {
  timer ??= setInterval(() => readers.forEach((read) => read()), 1000);
  readers.add(changed);
  return () => {
    readers.delete(changed);
    if (readers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
};

/** Returns what a function makes of the time of the server, and renders again when the result changes. */
export const useServerTime = <T extends string | number | boolean>(of: (now: number) => T): T =>
  useSyncExternalStore(
    subscribe,
    useCallback(() => of(serverNow()), [of]),
  );
