import type { JsonBody, JsonObjectBody } from 'toolgate/http/client';

/** The names of JSON Schema for the types of a value. */
export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

/** A schema as an object; `true`, a missing or an unreadable schema is `{}`, which accepts every value. */
export type SchemaObject = JsonObjectBody;

export const isObject = (value: unknown): value is JsonObjectBody =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isList = (value: unknown): value is readonly JsonBody[] => Array.isArray(value);

/** Returns an own property: a property of a prototype, such as `constructor`, is not one of the JSON. */
export const own = (value: JsonObjectBody, name: string): JsonBody | undefined =>
  Object.hasOwn(value, name) ? value[name] : undefined;

const jsonTypeOf = (value: JsonBody): JsonType => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as 'string' | 'number' | 'boolean' | 'object';
};

/** Whether a value has one of the types that a schema names; a schema without a type accepts each. */
export const fitsType = (types: readonly string[], value: JsonBody): boolean => {
  const type = jsonTypeOf(value);
  if (types.length === 0 || types.includes(type)) return true;
  return type === 'number' && types.includes('integer') && Number.isInteger(value);
};

/** Returns the types that a schema names, or that its other keywords imply. */
export const typesOf = (schema: SchemaObject): readonly string[] => {
  const type = own(schema, 'type');
  if (typeof type === 'string') return [type];
  if (isList(type)) return type.filter((one): one is string => typeof one === 'string');
  if (isObject(own(schema, 'properties'))) return ['object'];
  if (own(schema, 'items') !== undefined || own(schema, 'prefixItems') !== undefined) return ['array'];
  return [];
};

/** Whether two values have the same JSON; the order of the keys counts. */
export const sameJson = (one: JsonBody, other: JsonBody): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Returns the only values that a schema accepts, if it lists them. */
export const valuesOf = (schema: SchemaObject): readonly JsonBody[] | undefined => {
  const constant = own(schema, 'const');
  if (constant !== undefined) return [constant];
  const list = own(schema, 'enum');
  return isList(list) ? list : undefined;
};

/**
 * Whether a value may belong to an alternative of a union: by its type, its listed values, and for an object by the
 * properties that it requires and the constants that tell the alternatives apart. It is no validation.
 */
export const resembles = (schema: SchemaObject, value: JsonBody): boolean => {
  const values = valuesOf(schema);
  if (values) return values.some((one) => sameJson(one, value));
  if (!fitsType(typesOf(schema), value)) return false;
  if (!isObject(value)) return true;
  const required = own(schema, 'required');
  if (isList(required) && required.some((name) => typeof name === 'string' && !Object.hasOwn(value, name)))
    return false;
  const properties = own(schema, 'properties');
  return Object.entries(isObject(properties) ? properties : {}).every(([name, property]) => {
    const constants = isObject(property) ? valuesOf(property) : undefined;
    const present = own(value, name);
    return !constants || present === undefined || constants.some((one) => sameJson(one, present));
  });
};
