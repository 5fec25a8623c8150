import { isObject, kindOf, objectOf } from '#core';
import type { JsonSchema } from 'toolgate/model';
import { ToolDeclarationException } from '../contract/tool.errors.js';
import { closeSchema } from '../schema/close-schema.js';
import { embedRoot, type SchemaDefinitions } from '../schema/schema-definitions.js';
import { inPlaceSubschemas } from '../schema/subschemas.js';

/**
 * Adds the properties of one object schema to another one.
 * @throws ToolDeclarationException if the schema is not an object, or if `extra` has no properties, or one of `schema`
 */
export function augmentInputSchema(schema: JsonSchema, extra: JsonSchema): JsonSchema {
  if (!isObject(schema))
    throw new ToolDeclarationException(`the input schema is ${kindOf(schema)}. Pass the JSON Schema of an object.`);
  const { type = 'object' } = schema;
  if (type !== 'object')
    throw new ToolDeclarationException(
      `the input schema has \`type: ${JSON.stringify(type)}\`. Use \`type: "object"\`.`,
    );
  const { $schema, ...own } = schema;
  const definitions: SchemaDefinitions = new Map();
  // A reference of the schema to itself does not refer to the added properties.
  const { root } = embedRoot(own, 'Input', definitions);
  const { $schema: _dialect, ...rest } = objectOf(extra);
  const { root: added } = embedRoot(closeSchema(rest), 'Arguments', definitions);
  const names = Object.keys(objectOf(added['properties']));
  if (names.length === 0)
    throw new ToolDeclarationException(
      'the added arguments are not an object with properties. Pass an object schema with at least one property.',
    );
  const known = propertyNamesOf(schema, schema);
  const taken = names.find((name) => known.has(name));
  if (taken) throw new ToolDeclarationException(`the tool already has an argument "${taken}". Rename the added one.`);
  return {
    ...($schema !== undefined && { $schema }),
    ...(definitions.size > 0 && { $defs: definitionsOf(definitions) }),
    ...root,
    type: 'object',
    properties: { ...objectOf(root['properties']), ...objectOf(added['properties']) },
    required: [...listOf(schema['required']), ...listOf(added['required'])],
  };
}

/** Returns the property names of an object that several schemas may describe together. */
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

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value : []);
