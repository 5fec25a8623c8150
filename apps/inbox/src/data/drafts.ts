import { useCallback, useMemo, useSyncExternalStore } from 'react';

const PREFIX = 'toolgate-draft';

const keyOf = (approval: string, revision: number, field: string): string =>
  `${PREFIX}:${approval}:${revision}:${field}`;

// A browser may refuse to store, and the page must still keep what was typed.
const memory = new Map<string, string>();
const readers = new Set<() => void>();

const tryStorage = <T>(use: (storage: Storage) => T): T | undefined => {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
};

const read = (key: string): string | undefined =>
  memory.get(key) ?? tryStorage((storage) => storage.getItem(key)) ?? undefined;

const write = (key: string, text: string | undefined): void => {
  if (text === undefined) memory.delete(key);
  else memory.set(key, text);
  tryStorage((storage) => (text === undefined ? storage.removeItem(key) : storage.setItem(key, text)));
};

const notify = (): void => readers.forEach((changed) => changed());

const subscribe = (changed: () => void): (() => void) => {
  readers.add(changed);
  return () => readers.delete(changed);
};

/**
 * What a person typed for one revision of an approval, as JSON. It survives a reload, a lost connection and a switch of
 * the person, and ends with the approval or the tab. Setting `initial` or `undefined` removes it.
 */
export const useDraft = <T = string>(
  approval: string,
  revision: number,
  field: string,
  initial: T = '' as T,
): readonly [value: T, set: (value: T | undefined) => void] => {
  const key = keyOf(approval, revision, field);
  const text = useSyncExternalStore(
    subscribe,
    useCallback(() => read(key), [key]),
  );
  const set = useCallback(
    (value: T | undefined) => {
      const isEmpty = value === undefined || value === initial;
      write(key, isEmpty ? undefined : JSON.stringify(value));
      notify();
    },
    [key, initial],
  );
  return [useMemo(() => parsed(text, initial), [text, initial]), set];
};

const parsed = <T>(text: string | undefined, initial: T): T => {
  if (text === undefined) return initial;
  try {
    return JSON.parse(text) as T;
  } catch {
    return initial;
  }
};

/** Removes what was typed for an approval, because it was decided. */
export const removeDrafts = (approval: string): void => {
  const start = `${PREFIX}:${approval}:`;
  const stored = tryStorage((storage) => Object.keys(storage)) ?? [];
  const keys = [...stored, ...memory.keys()].filter((key) => key.startsWith(start));
  for (const key of keys) write(key, undefined);
  if (keys.length > 0) notify();
};

const CARRIED = ['form', 'reason', 'edit', 'answer', 'answer-kind'];

/** Keeps what was typed for one revision of an approval as typed for a later one, which the person has read. */
export const carryDrafts = (approval: string, from: number, to: number): void => {
  if (from === to) return;
  for (const field of CARRIED) {
    const text = read(keyOf(approval, from, field));
    if (text !== undefined) write(keyOf(approval, to, field), text);
  }
  notify();
};
