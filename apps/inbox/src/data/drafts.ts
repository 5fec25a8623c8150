import { createContext, useCallback, useContext, useMemo, useSyncExternalStore } from 'react';
import type { DecisionBody, PrincipalBody } from 'toolgate/http/client';

const PREFIX = 'toolgate-draft';

/** The person whose drafts are read and written. Another person of the same tab does not see them. */
export const DraftOwner = createContext<string | undefined>(undefined);

export const ownerOf = ({ tenant, id }: Pick<PrincipalBody, 'tenant' | 'id'>): string => JSON.stringify([tenant, id]);

export const useDraftOwner = (): string => {
  const owner = useContext(DraftOwner);
  if (owner === undefined) throw new Error('useDraftOwner() has no <DraftOwner.Provider> above it.');
  return owner;
};

const startOf = (approval: string, owner: string | undefined): string =>
  owner === undefined ? `${PREFIX}:${approval}:` : `${PREFIX}:${approval}:${owner}:`;

const keyOf = (approval: string, owner: string, revision: number, field: string): string =>
  `${startOf(approval, owner)}${revision}:${field}`;

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
 * What the person typed for one revision of an approval, as JSON. It survives a reload, a lost connection and a switch to
 * another person and back, and ends with the approval or the tab. Setting `initial` or `undefined` removes it.
 */
export const useDraft = <T = string>(
  approval: string,
  revision: number,
  field: string,
  initial: T = '' as T,
): readonly [value: T, set: (value: T | undefined) => void] => {
  const key = keyOf(approval, useDraftOwner(), revision, field);
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

const SENT = 'sent';

/** The decision that was sent and has no answer yet. It is a draft, so that it is sent again with its id. */
export const useSentDecision = (approval: string, revision: number) =>
  useDraft<DecisionBody | null>(approval, revision, SENT, null);

type DraftPlace = readonly [approval: string, owner: string, revision: number];

/** Returns the decision that was sent and has no answer yet, outside of a card. */
export const readSent = (...[approval, owner, revision]: DraftPlace): DecisionBody | null =>
  parsed<DecisionBody | null>(read(keyOf(approval, owner, revision, SENT)), null);

export const writeSent = (body: DecisionBody | undefined, ...[approval, owner, revision]: DraftPlace): void => {
  write(keyOf(approval, owner, revision, SENT), body && JSON.stringify(body));
  notify();
};

/** Removes what one person typed for an approval, or what all have typed, because it was decided. */
export const removeDrafts = (approval: string, owner?: string): void => {
  const start = startOf(approval, owner);
  const stored = tryStorage((storage) => Object.keys(storage)) ?? [];
  const keys = [...stored, ...memory.keys()].filter((key) => key.startsWith(start));
  for (const key of keys) write(key, undefined);
  if (keys.length > 0) notify();
};

const CARRIED = ['form', 'reason', 'edit', 'answer', 'answer-kind'];

/** Copies what was typed for one revision of an approval to a later revision that the person has read. */
export const carryDrafts = (approval: string, owner: string, from: number, to: number): void => {
  if (from === to) return;
  for (const field of CARRIED) {
    const text = read(keyOf(approval, owner, from, field));
    if (text !== undefined) write(keyOf(approval, owner, to, field), text);
  }
  notify();
};
