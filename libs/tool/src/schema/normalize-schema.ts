import type { JsonSchema } from 'toolgate/model';
import { mapSubschemas } from './subschemas.js';

/** Converts a schema of an older draft to draft 2020-12, without its `$schema` and `$id`. */
export function normalizeSchema(schema: JsonSchema): JsonSchema {
  const { $schema: _dialect, $id: _address, ...rest } = schema;
  return withPrefixItems(rest);
}

function withPrefixItems(schema: JsonSchema): JsonSchema {
  const inner = mapSubschemas(schema, withPrefixItems);
  if (!Array.isArray(inner['items'])) return inner;
  const { items, additionalItems, ...rest } = inner;
  return { ...rest, prefixItems: items, ...(additionalItems !== undefined && { items: additionalItems }) };
}
