import {
  type Issues,
  type JsonReader,
  jsonReader,
  type JsonSource,
  type ReadValue,
  ToolDeclarationException,
  type ValueOf,
} from 'toolgate/tool';
import { ChatClientException } from '../errors/chat.errors.js';
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

/** Returns the reader of a source. Throws `ChatClientException`, with the place, if the source is not a schema. */
export const readerOf = <const S extends JsonSource>(where: string, source: S): JsonReader<ValueOf<S>> => {
  try {
    return jsonReader(source);
  } catch (cause) {
    if (!(cause instanceof ToolDeclarationException)) throw cause;
    throw new ChatClientException(`${where}: ${cause.message}`, { cause });
  }
};
