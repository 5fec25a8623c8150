import type { RawBuilder } from 'kysely';
import { isPostgres } from './is-postgres.js';
import { sql } from './kysely.js';
import type { SqlDatabase } from './sql-database.js';

/**
 * Text as a database returns it. PostgreSQL validates it when it is written; SQLite returns bytes that are not
 * validated.
 */
export type StoredText = string | ArrayBuffer | Uint8Array;

/** A column of text. On SQLite its bytes are read, because libsql ends the process for text that is not valid UTF-8. */
export const textColumn = (database: SqlDatabase, name: string): RawBuilder<StoredText> =>
  isPostgres(database) ? sql<StoredText>`${sql.ref(name)}` : sql<StoredText>`cast(${sql.ref(name)} as blob)`;

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/** Returns the text of a column; undefined if it is not valid UTF-8. */
export const textIn = (stored: StoredText): string | undefined => {
  if (typeof stored === 'string') return stored;
  try {
    return strict.decode(stored);
  } catch {
    return undefined;
  }
};

/** Returns the text of a column with a replacement character for invalid UTF-8. For messages, never for lookups. */
export const shownText = (stored: StoredText): string => (typeof stored === 'string' ? stored : lenient.decode(stored));

/** The JSON object of a column, or what is wrong with it. */
type StoredJson<T> = { readonly value: T } | { readonly problem: string };

/** Reads the JSON object of a column. */
export const jsonIn = <T extends object>(stored: StoredText): StoredJson<T> => {
  const text = textIn(stored);
  if (text === undefined) return { problem: 'is not valid UTF-8' };
  try {
    const value: T = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return { value };
  } catch {
    // The parser's error contains the stored text.
  }
  return { problem: 'is not a JSON object' };
};
