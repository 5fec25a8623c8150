import type { Class } from '#core';
import type { JsonSchema, JsonValue } from 'toolgate/model';
import { completeRoot } from '../contract/complete-root.js';
import { claimName, define, embedSchema, referTo, type SchemaDefinitions } from '../schema/schema-definitions.js';
import { readDto } from '../types/read-dto.js';
import type { InputField, ValueType } from '../types/value-type.js';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

interface Writing {
  readonly definitions: SchemaDefinitions;
  /** The DTO classes that are being written, outermost first. */
  readonly open: readonly Class[];
}

/** Writes the schema of an input with these properties. */
export function writeFields(fields: readonly InputField[]): JsonSchema {
  const definitions: SchemaDefinitions = new Map();
  return rootOf(objectOf(fields, { definitions, open: [] }), definitions);
}

/** Writes the schema of an input that is one value as a whole; a recursive DTO is written once at the root. */
export function writeWhole(type: ValueType): JsonSchema {
  const definitions: SchemaDefinitions = new Map();
  if (type.type === 'json' || type.type === 'standard') {
    const { $defs, ...rest } = type.type === 'json' ? type.schema : type.jsonSchema;
    return { $schema: DIALECT, ...($defs !== undefined && { $defs }), ...completeRoot(rest) };
  }
  if (type.type !== 'dto') return rootOf(typeSchema(type, 'Input', { definitions, open: [] }), definitions);
  const schema = dtoObject(type.class, { definitions, open: [type.class] });
  const claimed = definitionName(definitions, type.class);
  if (claimed !== undefined) define(definitions, claimed, schema);
  return rootOf(schema, definitions);
}

function rootOf(schema: JsonSchema, definitions: SchemaDefinitions): JsonSchema {
  const $defs = Object.fromEntries([...definitions].map(([name, definition]) => [name, definition.schema]));
  return { $schema: DIALECT, ...(definitions.size > 0 && { $defs }), ...schema };
}

function dtoObject(type: Class, writing: Writing): JsonSchema {
  const { description, fields } = readDto(type);
  const { type: object, ...rest } = objectOf(fields, writing);
  return { type: object, ...(description && { description }), ...rest };
}

function objectOf(fields: readonly InputField[], writing: Writing): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field, writing)])),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
}

function fieldSchema({ name, type, nullable, notes }: InputField, writing: Writing): JsonSchema {
  const schema = typeSchema(type, name, writing);
  return { ...(nullable ? orNull(schema) : schema), ...notes };
}

function orNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values } = schema;
  if (typeof type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  return { ...schema, type: [type, 'null'], ...(Array.isArray(values) && { enum: [...values, null] }) };
}

function typeSchema(type: ValueType, name: string, writing: Writing): JsonSchema {
  switch (type.type) {
    case 'date':
      return { type: 'string', format: 'date-time', ...type.constraints };
    case 'enum':
      return enumSchema(type.values);
    case 'array':
      return { type: 'array', items: typeSchema(type.of, name, writing), ...type.constraints };
    case 'map':
      return { type: 'object', additionalProperties: typeSchema(type.of, name, writing), ...type.constraints };
    case 'dto':
      return dtoSchema(type.class, writing);
    case 'json':
      return embedSchema(type.schema, name, writing.definitions);
    case 'standard':
      return embedSchema(type.jsonSchema, name, writing.definitions);
    default:
      return { type: type.type, ...type.constraints };
  }
}

function enumSchema(values: readonly JsonValue[]): JsonSchema {
  const types = [...new Set(values.map((value) => typeof value))];
  return { type: types.length === 1 ? types[0] : types, enum: values };
}

/** Writes a DTO inline; a recursive one becomes a shared definition. */
function dtoSchema(type: Class, { definitions, open }: Writing): JsonSchema {
  if (open.includes(type)) return referTo(claimName(definitions, type.name || 'Anonymous', type));
  const known = definitionName(definitions, type);
  if (known !== undefined) return referTo(known);
  const schema = dtoObject(type, { definitions, open: [...open, type] });
  const claimed = definitionName(definitions, type);
  if (claimed === undefined) return schema;
  define(definitions, claimed, schema);
  return referTo(claimed);
}

function definitionName(definitions: SchemaDefinitions, type: Class): string | undefined {
  return [...definitions].find(([, { owner }]) => owner === type)?.[0];
}
