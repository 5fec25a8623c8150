import type { Issues, JsonReader, ReadValue } from 'toolgate/tool';
import { findJson } from './find-json.js';

/** Reads the text of an answer: the value in it, or what is wrong. */
export type ReadAnswer<T> = (text: string) => Reading<T> | Promise<Reading<T>>;

/** What an answer holds, or what is wrong with it. */
export type Reading<T> = ReadValue<T> | Issues;

/** Makes what reads answers that hold one JSON value. */
export const readAnswer =
  <T>({ read }: JsonReader<T>): ReadAnswer<T> =>
  (text) => {
    const found = findJson(text);
    return found.type === 'json' ? read(found.json) : { type: 'issues', issues: [found.issue] };
  };
