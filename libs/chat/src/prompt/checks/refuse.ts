import { ChatClientException } from '../../errors/chat.errors.js';

/** Names the place of a value for an error: a step (`messages()[1]`) or a property (`prompt(): "messages[1]"`). */
export type Place = (path: string) => string;

/** The place of the argument of a step. */
export const stepPlace: Place = (path) => path.replace(/^\w+/, '$&()');

/** The place of a property of a record, with the owner of the record, such as `prompt()`. */
export const recordPlace =
  (owner: string): Place =>
  (path) =>
    `${owner}: "${path}"`;

/**
 * Throws `ChatClientException` with the place of a value, its kind and an instruction. The value itself is not shown.
 */
export const refuse = (place: string, value: unknown, instruction: string): never => {
  const remedy = value instanceof Promise ? 'Await it first, and pass its value.' : instruction;
  throw new ChatClientException(`${place} received ${kindOf(value)}. ${remedy}`);
};

/** Returns whether a value is an object with properties, and not a list, a class or a function. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a word in quotes for an error: shortened, with line ends escaped. */
export const quote = (word: string): string => JSON.stringify(word.length > 40 ? `${word.slice(0, 40)}…` : word);

/** Describes the kind of a value. */
export const kindOf = (value: unknown): string => {
  if (value === null || value === undefined || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return value.trim() === '' ? 'an empty text' : 'a text';
  if (typeof value === 'number') return `the number ${value}`;
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'function') return isClass(value) ? `the class ${value.name || 'without a name'}` : 'a function';
  if (typeof value !== 'object') return `a ${typeof value}`;
  const { constructor } = value;
  if (typeof constructor !== 'function' || constructor === Object) return 'an object';
  return `an instance of ${constructor.name || 'a class without a name'}`;
};

const isClass = (value: Function): boolean => /^class\b/.test(Function.prototype.toString.call(value));
