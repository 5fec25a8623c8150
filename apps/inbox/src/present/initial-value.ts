import type { JsonBody } from 'toolgate/http/client';
import type { FieldKind } from './field.js';
import { fitsType, own, type SchemaObject, typesOf, valuesOf } from './json-schema.js';

const INITIAL: Readonly<Partial<Record<FieldKind, JsonBody>>> = {
  number: 0,
  integer: 0,
  money: 0,
  boolean: false,
  list: [],
  object: {},
  json: null,
  nothing: null,
};

/** Returns the value with which a form adds a field: the default of the schema, its first choice, or an empty value. */
export const initialValue = (schema: SchemaObject, kind: FieldKind): JsonBody =>
  own(schema, 'default') ?? valuesOf(schema)?.[0] ?? emptyValue(schema, kind);

// Money and numbers may be texts.
const emptyValue = (schema: SchemaObject, kind: FieldKind): JsonBody => {
  const value = INITIAL[kind] ?? '';
  return typeof value === 'number' && !fitsType(typesOf(schema), value) ? '' : value;
};
