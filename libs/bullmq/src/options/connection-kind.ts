import { recordOf } from '#core';
/** The kind of server that stores the jobs. */
export type ServerKind = 'redis' | 'postgres';

const KINDS: Readonly<Record<string, ServerKind>> = {
  'redis:': 'redis',
  'rediss:': 'redis',
  'postgres:': 'postgres',
  'postgresql:': 'postgres',
};

/** Whether a value names one server. */
export const isConnection = (value: unknown): boolean => {
  if (typeof value === 'string') return kindOfUrl(value) !== undefined;
  const [[kind, options] = [], ...others] = Object.entries(recordOf(value));
  if (others.length > 0 || typeof options !== 'object' || options === null) return false;
  return kind === 'redis' || (kind === 'postgres' && !isPool(options));
};

/** Whether a value is a pool of `pg`. */
export const isPool = (value: unknown): boolean => typeof recordOf(value)['query'] === 'function';

/** Returns the kind of server that a connection string names; undefined if it names none. */
export const kindOfUrl = (text: string): ServerKind | undefined =>
  URL.canParse(text) ? KINDS[new URL(text).protocol] : undefined;
