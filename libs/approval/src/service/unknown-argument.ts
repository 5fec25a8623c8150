import { isObject } from '#core';
import type { JsonSchema, JsonValue } from 'toolgate/model';
import type { ToolCallback } from 'toolgate/tool';

// An error shows at most this many characters of a name.
const NAME_LENGTH = 100;

/** An argument that validation removes, and the object that contains it. */
interface Unknown {
  readonly name: string;
  /** The path of the object: `address`, `items[0]`; empty for the arguments themselves. */
  readonly place: string;
  /** The properties that the schema declares for the object. */
  readonly known: readonly string[];
}

/** The arguments that were sent, and what validation left of them. */
interface Pair {
  readonly sent: JsonValue | undefined;
  readonly left: JsonValue | undefined;
}

/**
 * Returns the error for the first argument, at any depth, that the tool would not receive. Validation removes unknown
 * arguments silently, which is right for a model. A person would believe that the removed arguments count.
 */
export const unknownArgument = (
  { definition: { name: tool, inputSchema } }: ToolCallback,
  pair: Pair,
): string | undefined => {
  const unknown = find(pair, inputSchema, inputSchema);
  if (!unknown) return undefined;
  const { name, place, known } = unknown;
  const path = place + (place && '.') + name.slice(0, NAME_LENGTH);
  const where = place && ` in ${JSON.stringify(place)}`;
  const remedy = known.length > 0 ? `Pass only these${where}: ${known.join(', ')}.` : 'Leave it out.';
  return `The tool "${tool}" has no argument ${JSON.stringify(path)}. ${remedy}`;
};

const find = ({ sent, left }: Pair, given: JsonSchema, root: JsonSchema): Unknown | undefined => {
  const schema = resolved(given, root);
  if (Array.isArray(sent)) return Array.isArray(left) ? findInList(sent, left, { schema, root }) : undefined;
  if (!isObject(sent) || !isObject(left)) return undefined;
  const known = isObject(schema['properties']) ? schema['properties'] : {};
  for (const [name, value] of Object.entries(sent)) {
    if (value === undefined) continue;
    const isKnown = Object.hasOwn(known, name);
    if (!Object.hasOwn(left, name)) {
      if (isKnown) continue;
      return { name, place: '', known: Object.keys(known) };
    }
    const inner = isKnown ? known[name] : schema['additionalProperties'];
    const unknown = find({ sent: value, left: left[name] }, isObject(inner) ? inner : {}, root);
    if (unknown) return placedIn(name.slice(0, NAME_LENGTH), unknown);
  }
  return undefined;
};

const findInList = (
  sent: readonly JsonValue[],
  left: readonly JsonValue[],
  { schema, root }: { readonly schema: JsonSchema; readonly root: JsonSchema },
): Unknown | undefined => {
  // If validation changed the length of a list, its items can no longer be compared.
  if (sent.length !== left.length) return undefined;
  const items = isObject(schema['items']) ? schema['items'] : {};
  for (const [index, item] of sent.entries()) {
    const unknown = find({ sent: item, left: left[index] }, items, root);
    if (unknown) return placedIn(`[${index}]`, unknown);
  }
  return undefined;
};

// Builds the path only after an unknown argument was found.
const placedIn = (outer: string, { place, ...rest }: Unknown): Unknown => ({
  ...rest,
  place: outer + (place && !place.startsWith('[') ? '.' : '') + place,
});

const DEFINITIONS = '#/$defs/';

const resolved = (schema: JsonSchema, root: JsonSchema): JsonSchema => {
  const { $ref } = schema;
  const { $defs } = root;
  if (typeof $ref !== 'string' || !$ref.startsWith(DEFINITIONS) || !isObject($defs)) return schema;
  const found = $defs[decodeURIComponent($ref.slice(DEFINITIONS.length))];
  return isObject(found) ? found : schema;
};
