import { isObject } from '#core';
import { type JsonValue, type RequesterQuestion, toJson } from 'toolgate/model';
import type { Issues } from '../contract/tool-callback.js';
import { ToolException } from '../contract/tool.errors.js';
import type { JsonSource } from '../types/json-source.js';
import { jsonReader } from '../validation/json-reader.js';

/** The most characters of the message of a question. */
const MESSAGE_LENGTH = 2000;

/** The most bytes of the schema of an answer, as JSON. */
const SCHEMA_BYTES = 16_384;

const NAMES: ReadonlySet<string> = new Set(['message', 'schema']);

/** Returns the question of a tool as a run saves it. Throws `ToolException` naming the tool if it is not valid. */
export const readQuestion = (tool: string, question: unknown): RequesterQuestion => {
  const fail = (why: string): never => {
    throw new ToolException(
      `The question of "${tool}" ${why}. Return { message, schema } or undefined from \`question\`.`,
    );
  };
  if (!isObject(question)) return fail('is not an object');
  const unknown = Object.keys(question).find((name) => !NAMES.has(name));
  if (unknown !== undefined) return fail(`has an unknown property ${JSON.stringify(unknown)}`);
  const { message, schema } = question;
  if (typeof message !== 'string' || message.trim() === '') return fail('has no message');
  if (message.length > MESSAGE_LENGTH) return fail(`has a message of more than ${MESSAGE_LENGTH} characters`);
  const { schema: written, wrappedIn } = compiled(schema, fail);
  if (Buffer.byteLength(JSON.stringify(written)) > SCHEMA_BYTES)
    return fail(`has a schema of more than ${SCHEMA_BYTES} bytes`);
  return { message, schema: written, ...(wrappedIn && { wrappedIn }) };
};

type Written = Pick<RequesterQuestion, 'schema' | 'wrappedIn'>;

const compiled = (source: unknown, fail: (why: string) => never): Written => {
  try {
    const { schema, wrappedIn } = jsonReader(source as JsonSource);
    return { schema: toJson(schema), ...(wrappedIn && { wrappedIn }) };
  } catch (error) {
    return fail(`has a schema that cannot be used: ${error instanceof Error ? error.message : 'it threw'}`);
  }
};

/** An answer as its question's schema accepts it, or the problems of the answer. */
export type ReadAnswer = Issues | { readonly type: 'value'; readonly value: JsonValue };

/** Validates an answer by the schema of its question; properties that the schema does not allow are removed. */
export const readAnswer = async ({ schema, wrappedIn }: RequesterQuestion, answer: JsonValue): Promise<ReadAnswer> => {
  const isWrapped = isObject(answer) && Object.hasOwn(answer, 'value') && Object.keys(answer).length === 1;
  const read = await jsonReader(schema).read(wrappedIn && !isWrapped ? { value: answer } : answer);
  if (read.type === 'issues') return read;
  const value = toJson(read.value);
  return { type: 'value', value: wrappedIn && isObject(value) ? (value['value'] ?? null) : value };
};
