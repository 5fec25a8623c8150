import { kindOf } from '#core';
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
export const throwInvalid = (place: string, value: unknown, instruction: string): never => {
  const remedy = value instanceof Promise ? 'Await it first, and pass its value.' : instruction;
  throw new ChatClientException(`${place} received ${kindOf(value)}. ${remedy}`);
};

/** Returns whether a value is an object with properties, and not a list, a class or a function. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
