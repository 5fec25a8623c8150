import type { Issues, JsonReader, ReadValue } from 'toolgate/tool';
import { findJson } from './find-json.js';

/** Reads the text of an answer: returns the value in it, or its issues. */
export type ReadAnswer<T> = (text: string) => Reading<T> | Promise<Reading<T>>;

/** The value of an answer, or its issues. */
export type Reading<T> = ReadValue<T> | Issues;

/** Creates a reader for answers that hold one JSON value. */
export const readAnswer =
  <T>({ read }: JsonReader<T>): ReadAnswer<T> =>
  (text) => {
    const found = findJson(text);
    return found.type === 'json' ? read(found.json) : { type: 'issues', issues: [found.issue] };
  };
