import { isObject, objectOf } from '#core';
import type { JsonObject, JsonSchema, JsonValue } from 'toolgate/model';
import { referenced } from './subschemas.js';

/** Returns cheaply whether a value cannot match a branch of a union, by its kind or its discriminator. */
export type CannotFit = (value: JsonValue) => boolean;

/** Reads the discriminators of a branch once. In doubt, a value may match. */
export function compileCannotFit(branch: JsonSchema, root: JsonSchema): CannotFit {
  const { type, properties } = referenced(branch, root);
  const tags = Object.entries(objectOf(properties)).flatMap(([key, schema]) => {
    const allowed = isObject(schema) ? tagsOf(referenced(schema, root)) : undefined;
    return allowed ? [{ key, allowed }] : [];
  });
  return (value) => {
    if (typeof type === 'string' && !isOfType(value, type)) return true;
    return isObject(value) && tags.some(({ key, allowed }) => hasOther(value, key, allowed));
  };
}

function tagsOf(schema: JsonSchema): readonly unknown[] | undefined {
  if (schema['const'] !== undefined && !isObject(schema['const'])) return [schema['const']];
  return Array.isArray(schema['enum']) ? schema['enum'] : undefined;
}

function hasOther(value: JsonObject, key: string, allowed: readonly unknown[]): boolean {
  const own = Object.hasOwn(value, key) ? value[key] : undefined;
  return (typeof own !== 'object' || own === null) && own !== undefined && !allowed.includes(own);
}

function isOfType(value: JsonValue, type: string): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'null') return value === null;
  if (type === 'integer' || type === 'number') return typeof value === 'number';
  return typeof value === type;
}

/** Copies a schema with discriminators first, so that validation leaves a branch at the first differing property. */
export function discriminatorsFirst<T extends JsonValue | undefined>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(discriminatorsFirst) as unknown as T;
  if (!isObject(schema)) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [
    key,
    key === 'const' || key === 'enum' || key === 'default' ? value : discriminatorsFirst(value),
  ]);
  const copy = Object.fromEntries(entries) as Record<string, JsonValue>;
  if (isObject(copy['properties'])) copy['properties'] = sorted(copy['properties']);
  return copy as T;
}

function sorted(properties: JsonObject): JsonObject {
  const isTag = (schema: JsonValue | undefined): boolean => isObject(schema) && tagsOf(schema) !== undefined;
  const entries = Object.entries(properties);
  return Object.fromEntries([
    ...entries.filter(([, schema]) => isTag(schema)),
    ...entries.filter(([, schema]) => !isTag(schema)),
  ]);
}
