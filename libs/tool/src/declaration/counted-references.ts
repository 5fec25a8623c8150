import { _, type CodeKeywordDefinition, Name } from 'ajv/dist/2020.js';
import type { JsonObject, JsonSchema, JsonValue } from 'toolgate/model';
import { isObject, isSchemaMap } from './subschemas.js';

const KEYWORD = 'toolgate:step';
const REFERENCES = ['$ref', '$dynamicRef'];

/** Takes a step of the effort that a validator is called on: only by a reference can a schema multiply. */
export const STEP: CodeKeywordDefinition = {
  keyword: KEYWORD,
  before: '$ref',
  code: ({ gen }) => {
    gen.if(_`--${new Name('this')}.left < 0`, () => gen.code(_`throw new RangeError("too many steps")`));
  },
};

/** Copies a schema with a step at each of its references. */
export function countingReferences<T extends JsonValue | undefined>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(countingReferences) as unknown as T;
  if (!isObject(schema)) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [key, countedIn(key, value)]);
  const copy = Object.fromEntries(entries) as JsonSchema;
  return (REFERENCES.some((key) => typeof copy[key] === 'string') ? { ...copy, [KEYWORD]: true } : copy) as T;
}

// The keys of a map are names of the application, and one may be the same as a keyword of data.
function countedIn(keyword: string, value: JsonValue | undefined): JsonValue | undefined {
  if (isData(keyword)) return value;
  if (!isSchemaMap(keyword) || !isObject(value)) return countingReferences(value);
  const entries = Object.entries(value).map(([name, inner]) => [name, countingReferences(inner)]);
  return Object.fromEntries(entries) as JsonObject;
}

const isData = (key: string): boolean => key === 'const' || key === 'enum' || key === 'default';
