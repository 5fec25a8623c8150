import type { JsonBody, JsonObjectBody } from 'toolgate/http/client';
import { isList, isObject, own, resembles, type SchemaObject, typesOf, valuesOf } from './json-schema.js';

/** A schema without references and unions, as far as a form can show it. */
export interface ResolvedSchema {
  readonly schema: SchemaObject;
  /** Whether `null` is a value of it. */
  readonly nullable: boolean;
  /** Whether no form can show it: it refers to itself, to nothing, or has several alternatives that do not fit. */
  readonly opaque: boolean;
  /** The references that led to it, to find one that refers to itself. */
  readonly refs: readonly string[];
}

export interface SchemaPlace {
  readonly root: SchemaObject;
  readonly refs: readonly string[];
  /** The value by which an alternative of a union is chosen. */
  readonly value: JsonBody | undefined;
}

const MOST_REFS = 12;

/** The most schemas that are read for one field: unions of unions may name the same ones again and again. */
const MOST_READ = 500;

interface Reading extends SchemaPlace {
  readonly budget: { left: number };
}

/** Follows references, merges `allOf` and chooses the alternative of a union that the value resembles. */
export const resolveSchema = (given: JsonBody | undefined, place: SchemaPlace): ResolvedSchema =>
  resolve(given, { ...place, budget: { left: MOST_READ } });

const resolve = (given: JsonBody | undefined, place: Reading): ResolvedSchema => {
  const { refs, budget } = place;
  if (budget.left-- <= 0) return { schema: {}, nullable: false, opaque: true, refs };
  if (!isObject(given)) return { schema: {}, nullable: false, opaque: given === false, refs };
  const ref = own(given, '$ref');
  if (typeof ref === 'string') return followRef(given, ref, place);
  const all = own(given, 'allOf');
  if (isList(all) && all.length > 0) return mergeAll(given, all, place);
  const alternatives = own(given, 'anyOf') ?? own(given, 'oneOf');
  if (isList(alternatives) && alternatives.length > 0) return chooseOne(given, alternatives, place);
  return { schema: given, nullable: acceptsNull(given), opaque: false, refs };
};

const acceptsNull = (schema: SchemaObject): boolean => {
  const type = own(schema, 'type');
  return type === 'null' || (isList(type) && type.includes('null')) || valuesOf(schema)?.includes(null) === true;
};

const followRef = (given: SchemaObject, ref: string, place: Reading): ResolvedSchema => {
  const target = place.refs.includes(ref) || place.refs.length >= MOST_REFS ? undefined : pointedAt(place.root, ref);
  const refs = [...place.refs, ref];
  if (target === undefined) return { schema: wordsOf(given), nullable: false, opaque: true, refs };
  const resolved = resolve(target, { ...place, refs });
  return { ...resolved, schema: { ...resolved.schema, ...wordsOf(given) } };
};

/** Returns what a local reference such as `#/$defs/Address` points at. */
const pointedAt = (root: SchemaObject, ref: string): JsonBody | undefined => {
  if (!ref.startsWith('#')) return undefined;
  let at: JsonBody | undefined = root;
  for (const step of ref.split('/').slice(1)) {
    const name = decoded(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (isList(at)) at = at[Number(name)];
    else at = isObject(at) ? own(at, name) : undefined;
  }
  return at;
};

const decoded = (step: string): string => {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
};

/** Returns the title, description and default of a schema, which override those of the schema that it refers to. */
const wordsOf = (schema: SchemaObject): JsonObjectBody =>
  Object.fromEntries(
    ['title', 'description', 'default']
      .filter((name) => Object.hasOwn(schema, name))
      .map((name) => [name, schema[name]]),
  );

const mergeAll = (given: SchemaObject, all: readonly JsonBody[], place: Reading): ResolvedSchema => {
  const { allOf: _, ...rest } = given;
  const parts = [...all, rest].map((part) => resolve(part, place));
  const schema = parts.reduce<SchemaObject>((merged, part) => merge(merged, part.schema), {});
  const refs = [...new Set(parts.flatMap((part) => part.refs))];
  return {
    schema,
    nullable: parts.every(({ nullable }) => nullable),
    opaque: parts.some(({ opaque }) => opaque),
    refs,
  };
};

const merge = (one: SchemaObject, other: SchemaObject): SchemaObject => {
  const [a, b] = [own(one, 'properties'), own(other, 'properties')];
  const [first, second] = [own(one, 'required'), own(other, 'required')];
  return {
    ...one,
    ...other,
    ...((isObject(a) || isObject(b)) && { properties: { ...(isObject(a) && a), ...(isObject(b) && b) } }),
    ...((isList(first) || isList(second)) && {
      required: [...(isList(first) ? first : []), ...(isList(second) ? second : [])],
    }),
  };
};

const chooseOne = (given: SchemaObject, alternatives: readonly JsonBody[], place: Reading): ResolvedSchema => {
  const { anyOf: _, oneOf: __, ...shared } = given;
  const resolved = alternatives.map((alternative) => resolve(alternative, place));
  const others = resolved.filter(({ schema }) => !isOnlyNull(schema));
  const nullable = resolved.some((one) => one.nullable || isOnlyNull(one.schema));
  const chosen = others.length === 1 ? others[0] : (listedValues(others, place) ?? resembling(others, place));
  if (chosen) return { ...chosen, schema: merge(chosen.schema, shared), nullable };
  // The alternatives may only add conditions to a type that the schema states itself.
  const opaque = typesOf(shared).length === 0 && valuesOf(shared) === undefined;
  return { schema: shared, nullable, opaque, refs: place.refs };
};

/** Returns alternatives that only list values as one list. */
const listedValues = (others: readonly ResolvedSchema[], { refs }: SchemaPlace): ResolvedSchema | undefined => {
  const lists = others.flatMap(({ schema }) => [valuesOf(schema) ?? []]);
  if (lists.length === 0 || lists.some((values) => values.length === 0)) return undefined;
  return { schema: { enum: lists.flat() }, nullable: false, opaque: false, refs };
};

const resembling = (others: readonly ResolvedSchema[], { value }: SchemaPlace): ResolvedSchema | undefined =>
  value === undefined || value === null
    ? undefined
    : others.find(({ schema, opaque }) => !opaque && resembles(schema, value));

const isOnlyNull = (schema: SchemaObject): boolean =>
  own(schema, 'type') === 'null' || valuesOf(schema)?.every((value) => value === null) === true;
