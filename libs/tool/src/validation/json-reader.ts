import { copyJson, isObject } from '#core';
import type { JsonObject, JsonSchema, JsonValue } from 'toolgate/model';
import type { Issues } from '../contract/tool-callback.js';
import { ToolDeclarationException } from '../contract/tool.errors.js';
import { isStandardSchema } from '../schema/standard-schema.js';
import { writeFields, writeWhole } from '../schema-writer/write-schema.js';
import type { JsonSource, ValueOf } from '../types/json-source.js';
import { isMadeOfJson, makerOf } from '../types/make-value.js';
import { schemaType } from '../types/type-from-options.js';
import { typeOfReference } from '../types/type-of-reference.js';
import type { ValueType } from '../types/value-type.js';
import { compileInput } from './compile-input.js';

/** A valid value, converted by its source. */
export interface ReadValue<T> {
  readonly type: 'value';
  readonly value: T;
}

/** Parses JSON by the schema of a source. */
export interface JsonReader<T> {
  /** Always the schema of an object, because providers require one: another value is wrapped in the property `value`. */
  readonly schema: JsonSchema;
  /** The property that holds the value, if the source is not an object. */
  readonly wrappedIn?: 'value';
  /** Strips, validates and converts JSON, wrapped or bare. Paths of issues are those of `schema`. */
  readonly read: (json: JsonValue) => ReadValue<T> | Issues | Promise<ReadValue<T> | Issues>;
}

const readers = new WeakMap<object, JsonReader<unknown>>();
const listReaders = new WeakMap<object, JsonReader<unknown>>();

/**
 * Returns the reader of a source, which is compiled once per class or schema object.
 * @throws ToolDeclarationException if the source cannot be converted to JSON Schema
 */
export function jsonReader<const S extends JsonSource>(source: S): JsonReader<ValueOf<S>> {
  // A list literal is a new object at each use, so its item is the cache key.
  const [known, key] = isList(source) ? [listReaders, source[0]] : [readers, source];
  assertSource(key);
  const reader = known.get(key) ?? compileReader(typeOfSource(source));
  known.set(key, reader);
  return reader as JsonReader<ValueOf<S>>;
}

const VALUE = 'value';

function compileReader(type: ValueType): JsonReader<unknown> {
  const whole = writeRoot(type);
  const make = makerOf(type) ?? copyJson;
  const isMade = isMadeOfJson(type);
  const inner = (input: JsonObject): JsonValue => (whole ? input : (input[VALUE] ?? null));
  const { schema, prepare } = compileInput<ReadValue<unknown>>(
    'the schema',
    {
      schema: whole ?? writeFields([{ name: VALUE, type, required: true, notes: {} }]),
      isTrusted: type.type === 'dto',
      ...(isMade && { makeValue: (input, issues) => make(inner(input), whole ? '' : `/${VALUE}`, issues) }),
    },
    (input, value) => ({ type: 'value', value: isMade ? value : inner(input) }),
  );
  if (!whole) return { schema, wrappedIn: VALUE, read: (json) => prepare(isWrapped(json) ? json : { [VALUE]: json }) };
  return {
    schema,
    read: (json) =>
      isObject(json) ? prepare(json) : { type: 'issues', issues: [{ path: '', message: 'must be an object' }] },
  };
}

/** Returns the schema of a source that already is an object; undefined otherwise. */
function writeRoot(type: ValueType): JsonSchema | undefined {
  const said = type.type === 'json' ? type.schema : type.type === 'standard' ? type.jsonSchema : undefined;
  if (!said) return ['dto', 'map', 'object'].includes(type.type) ? writeWhole(type) : undefined;
  const { type: root = said['properties'] && 'object', anyOf, oneOf, $ref, enum: values } = said;
  return root === 'object' && !anyOf && !oneOf && !$ref && !values ? writeWhole(type) : undefined;
}

function isWrapped(json: JsonValue): json is JsonObject {
  return isObject(json) && Object.hasOwn(json, VALUE) && Object.keys(json).length === 1;
}

function typeOfSource(source: JsonSource): ValueType {
  if (isList(source)) return { type: 'array', of: typeOfSource(source[0]) };
  assertSource(source);
  return typeof source === 'function' && !isStandardSchema(source)
    ? typeOfReference(source)
    : schemaType(source, undefined, 'none');
}

function isList(source: JsonSource): source is readonly [JsonSource] {
  if (!Array.isArray(source)) return false;
  if (source.length === 1) return true;
  throw new ToolDeclarationException(
    'a list must contain exactly one class or schema, that of its items. Write `[Item]`.',
  );
}

function assertSource(source: unknown): asserts source is object {
  if ((typeof source === 'object' && source !== null) || typeof source === 'function') return;
  throw new ToolDeclarationException(
    `${String(source)} is not a schema. Pass a schema, a DTO class, or a list with one of them.`,
  );
}
