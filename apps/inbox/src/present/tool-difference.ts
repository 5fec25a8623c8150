import type { JsonBody, JsonObjectBody } from 'toolgate/http/client';
import { labelOf } from './field-labels.js';
import { isList, isObject, own, type SchemaObject, typesOf, valuesOf } from './json-schema.js';
import { resolveSchema } from './resolve-schema.js';

/** The words for what a schema says about a parameter. */
export interface ParameterTexts {
  readonly required: string;
  readonly optional: string;
  readonly anyType: string;
  readonly oneOf: (values: string) => string;
}

/** A parameter, and what its schema says about it, before and after. An added one has no words before. */
export interface ParameterChange {
  readonly name: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** Deeper parameters are compared as a whole. */
const DEEPEST = 6;

/** Returns the parameters that one schema has and the other has not, or describes in another way. */
export const parameterChanges = (
  before: JsonObjectBody | undefined,
  after: JsonObjectBody | undefined,
  texts: ParameterTexts,
): readonly ParameterChange[] => {
  // Without one of the schemas, nothing is known of the difference.
  if (!before || !after) return [];
  const [earlier, later] = [parametersOf(before, texts), parametersOf(after, texts)];
  return [...new Set([...earlier.keys(), ...later.keys()])]
    .map((name) => ({ name, before: earlier.get(name), after: later.get(name) }))
    .filter((change) => change.before !== change.after);
};

const parametersOf = (root: SchemaObject, texts: ParameterTexts): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  const add = (given: JsonBody | undefined, path: readonly string[], above: readonly string[]): void => {
    const { schema, refs } = resolveSchema(given, { root, refs: above, value: undefined });
    const [properties, items, required] = ['properties', 'items', 'required'].map((name) => own(schema, name));
    if (path.length >= DEEPEST) return;
    for (const [name, property] of Object.entries(isObject(properties) ? properties : {})) {
      const place = [...path, nameOf(name)];
      const isRequired = isList(required) && required.includes(name);
      found.set(place.join(' › '), wordsOf(property, { root, refs, isRequired, texts }));
      add(property, place, refs);
    }
    if (isObject(items)) add(items, path, refs);
  };
  add(root, [], []);
  return found;
};

// The name is added if other names could have the same label.
const nameOf = (name: string): string => {
  const label = labelOf(name);
  return label.toLowerCase().replaceAll(' ', '') === name.toLowerCase() ? label : `${label} (${name})`;
};

interface Parameter {
  readonly root: SchemaObject;
  readonly refs: readonly string[];
  readonly isRequired: boolean;
  readonly texts: ParameterTexts;
}

// The parameters inside are listed by themselves.
const NOT_WORDS = new Set(['type', 'enum', 'const', 'description', 'title', 'properties', 'required', '$defs']);

const wordsOf = (given: JsonBody | undefined, { root, refs, isRequired, texts }: Parameter): string => {
  const { schema, nullable } = resolveSchema(given, { root, refs, value: undefined });
  const values = valuesOf(schema);
  const types = [...new Set([...typesOf(schema), ...(nullable ? ['null'] : [])])];
  const kind = values ? texts.oneOf(values.map(jsonOf).join(', ')) : types.join(' | ') || texts.anyType;
  const rules = Object.entries(schema)
    .filter(([name]) => !NOT_WORDS.has(name) && !(name === 'items' && hasNamedItems(schema)))
    .map(([name, rule]) => `${name} ${jsonOf(rule)}`);
  const description = own(schema, 'description');
  const words = [kind, isRequired ? texts.required : texts.optional, ...rules].join(', ');
  return typeof description === 'string' ? `${words}. ${description}` : words;
};

/** Whether the items of a list have parameters of their own, which are listed by themselves. */
const hasNamedItems = (schema: SchemaObject): boolean => {
  const items = own(schema, 'items');
  return isObject(items) && isObject(own(items, 'properties'));
};

const jsonOf = (value: JsonBody | undefined): string => (typeof value === 'string' ? value : JSON.stringify(value));
