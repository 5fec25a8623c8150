import { isList } from '#core';
import type { JsonSchema } from 'toolgate/model';
import { ToolDeclarationException } from '../contract/tool.errors.js';
import { closeSchema } from '../schema/close-schema.js';
import { normalizeSchema } from '../schema/normalize-schema.js';
import { refusePatterns } from '../schema/refuse-patterns.js';
import { isStandardSchema, type StandardSchema } from '../schema/standard-schema.js';
import type { EnumValues, ToolParamOptions } from './tool-param-options.js';
import { typeOfReference } from './type-of-reference.js';
import type { TypeReference } from './type-reference.js';
import type { ValueType } from './value-type.js';

/** The option for the JSON Schema of a Standard Schema that cannot export its own. */
type SchemaOption = 'jsonSchema' | 'inputSchema' | 'none';

const SCALARS: ReadonlySet<string> = new Set(['string', 'number', 'boolean']);

/**
 * Returns the type stated by `@ToolParam`; undefined if the code determines it.
 * @throws ToolDeclarationException if the options contradict each other
 */
export function typeFromOptions(options: ToolParamOptions): ValueType | undefined {
  const { schema, jsonSchema, mapOf, enum: values, type, items } = options;
  if (items !== undefined) return listType(items, options);
  if (schema !== undefined) return schemaType(schema, jsonSchema);
  if (mapOf !== undefined) return { type: 'map', of: typeOfReference(mapOf), asMap: false };
  const stated = type === undefined ? undefined : typeOfReference(type);
  if (values === undefined) return stated;
  const choice: ValueType = { type: 'enum', values: enumValues(values) };
  return stated?.type === 'array' ? { ...stated, of: choice } : choice;
}

function listType(items: TypeReference, { schema, mapOf, type, enum: values }: ToolParamOptions): ValueType {
  const other = Object.entries({ schema, mapOf, type: type === Array ? undefined : type });
  const conflict = other.find(([, value]) => value !== undefined)?.[0];
  if (conflict) {
    throw new ToolDeclarationException(
      `its \`items\` declare a list, but its \`${conflict}\` declares something else. Use one of them.`,
    );
  }
  const of = typeOfReference(items);
  if (values === undefined) return { type: 'array', of };
  if (SCALARS.has(of.type)) return { type: 'array', of: { type: 'enum', values: enumValues(values) } };
  throw new ToolDeclarationException(
    'its `items` are neither strings nor numbers, so `enum` cannot list their values. Write `items: String` beside `enum`, or leave `enum` out.',
  );
}

/** Reads a Standard Schema or raw JSON Schema, closed unless it states whether it allows other properties. */
export function schemaType(
  schema: StandardSchema | JsonSchema,
  statedSchema?: JsonSchema,
  option: SchemaOption = 'jsonSchema',
): ValueType {
  if (!isStandardSchema(schema)) {
    refusePatterns(schema);
    return { type: 'json', schema: closeSchema(normalizeSchema(schema)) };
  }
  const jsonSchema = statedSchema ?? ownJsonSchema(schema, option);
  return { type: 'standard', schema, jsonSchema: closeSchema(normalizeSchema(jsonSchema)) };
}

/** Returns the values of an enum, without the reverse names that TypeScript adds to numeric enums. */
export function enumValues(values: EnumValues): readonly (string | number | boolean)[] {
  const entries: readonly (string | number | boolean)[] = isList(values)
    ? values
    : Object.entries(values).flatMap(([key, value]) => (isReverseName(values, key, value) ? [] : [value]));
  if (entries.length > 0) return [...new Set(entries)];
  throw new ToolDeclarationException('its `enum` has no values. Pass an enum or a list with at least one value.');
}

// The reverse entry of a number, such as `1: 'Low'` beside `Low: 1`. Other keys may begin with a digit too: `'4K' = '4k'`.
function isReverseName(values: Readonly<Record<string, string | number>>, key: string, value: unknown): boolean {
  const number = typeof value === 'string' && Object.hasOwn(values, value) ? values[value] : undefined;
  return typeof number === 'number' && String(number) === key;
}

/** What makes the schemas of a library export their JSON Schema. */
const REMEDIES: Readonly<Record<string, string>> = {
  valibot: 'wrap it in toStandardJsonSchema() of @valibot/to-json-schema',
  zod: 'install zod@4.2 or later',
};

function ownJsonSchema(schema: StandardSchema, option: SchemaOption): JsonSchema {
  const instead =
    option === 'none' ? 'take raw JSON Schema.' : `state it beside the schema, \`${option}: { type: 'object', … }\`.`;
  const { jsonSchema, vendor } = schema['~standard'];
  if (!jsonSchema) {
    const remedy = Object.hasOwn(REMEDIES, vendor) ? `${REMEDIES[vendor]}, or ` : '';
    throw new ToolDeclarationException(`its schema (${vendor}) cannot export its JSON Schema: ${remedy}${instead}`);
  }
  try {
    return jsonSchema.input({ target: 'draft-2020-12' }) as JsonSchema;
  } catch (newer) {
    try {
      return jsonSchema.input({ target: 'draft-07' }) as JsonSchema;
    } catch {
      const reason = newer instanceof Error ? newer.message : String(newer);
      throw new ToolDeclarationException(
        `its schema (${vendor}) cannot be written as JSON Schema: ${reason}. Change that part, or ${instead}`,
        { cause: newer },
      );
    }
  }
}
