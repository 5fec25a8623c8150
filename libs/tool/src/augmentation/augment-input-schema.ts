import type { JsonSchema } from 'toolgate/model';
import { closeSchema } from '../declaration/close-schema.js';
import { embedSchema, type SchemaDefinitions } from '../declaration/schema-definitions.js';
import { inPlaceSubschemas, objectOf } from '../declaration/subschemas.js';
import { ToolDeclarationException } from '../tool.errors.js';

/**
 * Adds the properties of one object schema to another; everything else of the first stays as it is.
 * @throws ToolDeclarationException if the schema is no object, or `extra` has no properties, or one that it has already
 */
export function augmentInputSchema(schema: JsonSchema, extra: JsonSchema): JsonSchema {
  const { type = 'object' } = schema;
  if (type !== 'object')
    throw new ToolDeclarationException(`it is no object, and \`type: ${JSON.stringify(type)}\` has no arguments.`);
  const own = Object.entries(objectOf(schema['$defs'])) as [string, JsonSchema][];
  const definitions: SchemaDefinitions = new Map(own.map(([name, sub]) => [name, { owner: schema, schema: sub }]));
  const { $schema: _dialect, ...rest } = extra;
  const added = embedSchema(closeSchema(rest), 'Arguments', definitions);
  const names = Object.keys(objectOf(added['properties']));
  if (names.length === 0) throw new ToolDeclarationException('the added arguments are no object with properties.');
  const known = propertyNamesOf(schema, schema);
  const twin = names.find((name) => known.has(name));
  if (twin) throw new ToolDeclarationException(`it has an argument "${twin}" already: rename the added one.`);
  const { $schema, $defs: _own, ...body } = schema;
  return {
    ...($schema !== undefined && { $schema }),
    ...(definitions.size > 0 && { $defs: definitionsOf(definitions) }),
    ...body,
    type: 'object',
    properties: { ...objectOf(schema['properties']), ...objectOf(added['properties']) },
    required: [...listOf(schema['required']), ...listOf(added['required'])],
  };
}

/** The properties of an object that several schemas may describe together. */
const propertyNamesOf = (schema: JsonSchema, root: JsonSchema, seen = new Set<JsonSchema>()): ReadonlySet<string> => {
  if (seen.has(schema)) return new Set();
  seen.add(schema);
  return new Set([
    ...Object.keys(objectOf(schema['properties'])),
    ...inPlaceSubschemas(schema, root).flatMap((part) => [...propertyNamesOf(part, root, seen)]),
  ]);
};

const definitionsOf = (definitions: SchemaDefinitions): JsonSchema =>
  Object.fromEntries([...definitions].map(([name, definition]) => [name, definition.schema]));

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as string[]) : []);
