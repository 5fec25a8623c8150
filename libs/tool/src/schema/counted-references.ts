import { _, type CodeKeywordDefinition, Name } from 'ajv/dist/2020.js';
import { isObject } from '#core';
import type { JsonObject, JsonSchema, JsonValue } from 'toolgate/model';
import { isSchemaMap } from './subschemas.js';

const KEYWORD = 'toolgate:step';
const REFERENCES = ['$ref', '$dynamicRef'];

// Checking the length or the pattern of a text, or whether items repeat, takes longer than a step.
const CHARACTERS_OF_A_STEP = 20;

/**
 * A keyword that spends steps of the validator's effort: one, and more for long texts and lists. Each reference has it:
 * only references can multiply the cost.
 */
export const STEP: CodeKeywordDefinition = {
  keyword: KEYWORD,
  before: '$ref',
  code: ({ gen, data }) => {
    const steps = _`1 + (typeof ${data} === "string" ? ${data}.length / ${CHARACTERS_OF_A_STEP} : Array.isArray(${data}) ? ${data}.length : 0)`;
    gen.if(_`(${new Name('this')}.left -= ${steps}) < 0`, () => gen.code(_`throw new RangeError("too many steps")`));
  },
};

/** Copies a schema with a counted step at each reference. */
export function countingReferences<T extends JsonValue | undefined>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(countingReferences) as unknown as T;
  if (!isObject(schema)) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [key, countedIn(key, value)]);
  const copy = Object.fromEntries(entries) as JsonSchema;
  return (REFERENCES.some((key) => typeof copy[key] === 'string') ? { ...copy, [KEYWORD]: true } : copy) as T;
}

// The keys of a map are the application's names, and one may equal a keyword such as `default`.
function countedIn(keyword: string, value: JsonValue | undefined): JsonValue | undefined {
  if (isData(keyword)) return value;
  if (!isSchemaMap(keyword) || !isObject(value)) return countingReferences(value);
  const entries = Object.entries(value).map(([name, inner]) => [name, countingReferences(inner)]);
  return Object.fromEntries(entries) as JsonObject;
}

const isData = (key: string): boolean => key === 'const' || key === 'enum' || key === 'default';
