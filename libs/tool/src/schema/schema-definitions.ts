import { pointerStep } from '#core';
import type { JsonSchema } from 'toolgate/model';
import { mapSubschemas, pointerSegments } from './subschemas.js';

interface Definition {
  readonly owner: unknown;
  readonly schema: JsonSchema;
}

/** The shared definitions (`$defs`) of one input schema, by unique name. */
export type SchemaDefinitions = Map<string, Definition>;

/** Returns a unique name for `owner`: the given name, or that name with a number. The same owner gets the same name. */
export function claimName(definitions: SchemaDefinitions, wanted: string, owner: unknown): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}${number}`;
    const known = definitions.get(name);
    if (known?.owner === owner) return name;
    if (!known) {
      definitions.set(name, { owner, schema: {} });
      return name;
    }
  }
}

/** Fills a claimed definition. */
export function define(definitions: SchemaDefinitions, name: string, schema: JsonSchema): void {
  definitions.set(name, { owner: definitions.get(name)?.owner, schema });
}

/** Writes a reference to a definition. */
export function referTo(name: string): JsonSchema {
  return { $ref: `#/$defs${pointerStep(name)}` };
}

const ROOT_REFERENCE = /"\$ref":"#(?!\/(?:\$defs|definitions)\/)/u;

/** Embeds a whole schema in a larger one: its definitions move to the root and its references are adjusted. */
export function embedSchema(schema: JsonSchema, name: string, definitions: SchemaDefinitions): JsonSchema {
  const { root, reference } = embedRoot(schema, name, definitions);
  return reference ?? root;
}

/** A schema that became a part of a larger one. */
export interface EmbeddedRoot {
  readonly root: JsonSchema;
  /** Refers to a definition that equals the root; absent if the schema does not refer to itself. */
  readonly reference?: JsonSchema;
}

/** Embeds a schema as `embedSchema()` does, and returns its root also if the schema refers to itself. */
export function embedRoot(schema: JsonSchema, name: string, definitions: SchemaDefinitions): EmbeddedRoot {
  const { $defs, definitions: older, ...body } = schema;
  const own = Object.entries({ ...(older as object), ...($defs as object) }) as [string, JsonSchema][];
  // Equal definitions are shared only if all definitions that they may reference are equal too.
  const around = JSON.stringify(ROOT_REFERENCE.test(JSON.stringify(schema)) ? schema : own);
  const names = new Map(own.map(([key]) => [key, claimName(definitions, key, key + around)]));
  let whole: string | undefined;
  const follow = (reference: string): string => {
    if (!reference.startsWith('#')) return reference;
    const [group, key, ...rest] = pointerSegments(reference);
    const moved = group === '$defs' || group === 'definitions' ? names.get(key ?? '') : undefined;
    if (moved !== undefined) return `#/$defs${[moved, ...rest].map(pointerStep).join('')}`;
    whole ??= claimName(definitions, name, around);
    return `#/$defs${pointerStep(whole)}${reference.slice(1)}`;
  };
  const rewrite = (node: JsonSchema): JsonSchema => {
    const inner = mapSubschemas(node, rewrite);
    return typeof inner['$ref'] === 'string' ? { ...inner, $ref: follow(inner['$ref']) } : inner;
  };
  for (const [key, inner] of own) define(definitions, names.get(key) ?? key, rewrite(inner));
  const root = rewrite(body);
  if (whole === undefined) return { root };
  define(definitions, whole, root);
  return { root, reference: referTo(whole) };
}
