import { objectOf } from '#core';
import type { JsonSchema } from 'toolgate/model';
import { type LinearPattern, patternOf } from './linear-pattern.js';
import { inPlaceSubschemas } from './subschemas.js';

/** Returns a function that tests whether a composed schema allows a key; undefined if it may allow any key. */
export function evaluatedKeys(schema: JsonSchema, root: JsonSchema): ((key: string) => boolean) | undefined {
  const names = new Set<string>();
  const patterns = new Map<string, LinearPattern>();
  for (const part of partsOf(schema, root, new Set())) {
    if (isOpen(part['additionalProperties']) || isOpen(part['unevaluatedProperties'])) return undefined;
    for (const name of Object.keys(objectOf(part['properties']))) names.add(name);
    for (const source of Object.keys(objectOf(part['patternProperties']))) patterns.set(source, patternOf(source));
  }
  return (key) => names.has(key) || [...patterns.values()].some((pattern) => pattern.test(key));
}

const isOpen = (others: unknown): boolean => others !== undefined && others !== false;

function partsOf(schema: JsonSchema, root: JsonSchema, found: Set<JsonSchema>): ReadonlySet<JsonSchema> {
  if (found.has(schema)) return found;
  found.add(schema);
  for (const part of inPlaceSubschemas(schema, root)) partsOf(part, root, found);
  return found;
}
