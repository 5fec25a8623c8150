import type { JsonObject, JsonSchema, JsonValue } from 'toolgate/model';
import { inPlaceSubschemas, isObject, objectOf, pointerStep, resolvePointer } from './subschemas.js';
import { type CannotFit, compileCannotFit } from './union-branch.js';

/** Copies a JSON value without the properties its schema does not allow. */
export type Strip = (value: JsonValue) => JsonValue;

/** Tells whether a value fits the part of the schema under a pointer (`#/properties/a/anyOf/0`). */
export type FitsAt = (pointer: string) => (value: JsonValue) => boolean;

interface Compilation {
  readonly root: JsonSchema;
  readonly fitsAt: FitsAt;
  readonly known: Map<JsonSchema, Strip>;
  /** Branches of unions that one input may still try; absent before the first input. */
  readonly budget: { left: number };
}

// Unions within unions multiply: what one input may cost is bounded by its size.
const TRIES_AT_LEAST = 1000;
const TRIES_FOR_EACH_VALUE = 50;

const SCALARS: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'null']);

/**
 * Reads a schema once and gives what removes every extra property from an input, at every depth. Keys that reach for
 * an object's prototype are never copied unless the schema names them.
 */
export function compileStrip(root: JsonSchema, fitsAt: FitsAt): Strip {
  const budget = { left: 0 };
  const strip = compile(root, '#', { root, fitsAt, known: new Map(), budget });
  return (value) => {
    budget.left = TRIES_AT_LEAST + TRIES_FOR_EACH_VALUE * sizeOf(value);
    return strip(value);
  };
}

function compile(schema: JsonSchema, pointer: string, compilation: Compilation): Strip {
  const known = compilation.known.get(schema);
  if (known) return known;
  let steps: readonly Strip[] = [];
  const strip: Strip = (value) => steps.reduce((left, step) => step(left), value);
  // A schema that contains itself finds this entry instead of being compiled again.
  compilation.known.set(schema, (value) => strip(value));
  steps = stepsOf(schema, pointer, compilation);
  const [only = same] = steps;
  const compiled = steps.length <= 1 ? only : strip;
  compilation.known.set(schema, compiled);
  return compiled;
}

const same: Strip = (value) => value;

function stepsOf(schema: JsonSchema, pointer: string, compilation: Compilation): Strip[] {
  if (SCALARS.has(schema['type'])) return [];
  const inner = (sub: JsonSchema, at: string) => compile(sub, pointer + at, compilation);
  const steps: Strip[] = [ownStep(schema, inner)];
  const reference = typeof schema['$ref'] === 'string' ? schema['$ref'] : undefined;
  const target = reference && resolvePointer(compilation.root, reference);
  if (target) steps.push(compile(target, reference, compilation));
  for (const [index, part] of listOf(schema['allOf']).entries()) steps.push(inner(part, `/allOf/${index}`));
  for (const keyword of ['anyOf', 'oneOf']) {
    const branches = listOf(schema[keyword]).map((branch, index) => ({
      strip: inner(branch, `/${keyword}/${index}`),
      fits: compilation.fitsAt(`${pointer}/${keyword}/${index}`),
      cannotFit: compileCannotFit(branch, compilation.root),
    }));
    if (branches.length > 0) steps.push((value) => bestOf(branches, value, compilation.budget));
  }
  if (schema['unevaluatedProperties'] === false) {
    const allowed = evaluatedKeys(schema, compilation.root, new Set());
    if (allowed) steps.push((value) => (isObject(value) ? onlyKeys(value, allowed) : value));
  }
  return steps;
}

/** What the schema itself, without those it is composed of, says of an object's properties and a list's items. */
function ownStep(schema: JsonSchema, inner: (sub: JsonSchema, at: string) => Strip): Strip {
  const each = (keyword: string): [string, Strip][] =>
    Object.entries(objectOf(schema[keyword])).map(([key, sub]) => [
      key,
      isObject(sub) ? inner(sub, `/${keyword}${pointerStep(key)}`) : cleaned,
    ]);
  const properties = each('properties').filter(([key]) => key !== '__proto__');
  const patterns = each('patternProperties').map(([source, strip]) => ({ pattern: new RegExp(source, 'u'), strip }));
  const rest = schema['additionalProperties'];
  const others = rest === false ? undefined : isObject(rest) ? inner(rest, '/additionalProperties') : cleaned;
  const items = isObject(schema['items']) ? inner(schema['items'], '/items') : cleaned;
  const first = listOf(schema['prefixItems']).map((sub, index) => inner(sub, `/prefixItems/${index}`));
  const object =
    !others && patterns.length === 0
      ? (value: JsonObject) => onlyDeclared(value, properties)
      : openObject(new Map(properties), patterns, others);
  return (value) => {
    if (Array.isArray(value)) return value.map((item: JsonValue, index) => (first[index] ?? items)(item));
    return isObject(value) ? object(value) : value;
  };
}

function onlyDeclared(value: JsonObject, properties: readonly [string, Strip][]): JsonObject {
  const left: Record<string, JsonValue> = {};
  for (const [key, strip] of properties) {
    const inner = Object.hasOwn(value, key) ? value[key] : undefined;
    if (inner !== undefined) left[key] = strip(inner);
  }
  return left;
}

function openObject(
  properties: ReadonlyMap<string, Strip>,
  patterns: readonly { readonly pattern: RegExp; readonly strip: Strip }[],
  others: Strip | undefined,
) {
  return (value: JsonObject): JsonObject => {
    const left: Record<string, JsonValue> = {};
    for (const [key, inner] of Object.entries(value)) {
      const declared = properties.get(key);
      const strip = declared ?? patterns.find(({ pattern }) => pattern.test(key))?.strip ?? others;
      if (inner !== undefined && strip && (declared || !isPrototypeKey(key))) left[key] = strip(inner);
    }
    return left;
  };
}

interface Branch {
  readonly strip: Strip;
  readonly fits: (value: JsonValue) => boolean;
  readonly cannotFit: CannotFit;
}

/**
 * Takes the branch that the value fits and that keeps the most of it, so that no branch loses its own data.
 * @throws RangeError if the unions of the schema multiply beyond what the input's size allows
 */
function bestOf(branches: readonly Branch[], value: JsonValue, budget: Compilation['budget']): JsonValue {
  const possible = branches.filter(({ cannotFit }) => !cannotFit(value));
  budget.left -= possible.length;
  if (budget.left < 0) throw new RangeError('too many branches');
  if (possible.length === 1) return possible[0]!.strip(value);
  const fitting = possible
    .map(({ strip, fits }) => ({ left: strip(value), fits }))
    .filter(({ left, fits }) => fits(left));
  const [best = { left: cleaned(value) }] = fitting.toSorted((a, b) => sizeOf(b.left) - sizeOf(a.left));
  return best.left;
}

function sizeOf(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, inner) => sum + sizeOf(inner ?? null), 1);
}

/** The keys that a composed schema may have; undefined if it may have any. */
function evaluatedKeys(
  schema: JsonSchema,
  root: JsonSchema,
  seen: Set<JsonSchema>,
): ((key: string) => boolean) | undefined {
  if (seen.has(schema)) return () => false;
  seen.add(schema);
  const { additionalProperties: rest, unevaluatedProperties: others } = schema;
  if ((rest !== undefined && rest !== false) || (others !== undefined && others !== false)) return undefined;
  const own = new Set(Object.keys(objectOf(schema['properties'])));
  const patterns = Object.keys(objectOf(schema['patternProperties']));
  const keys = inPlaceSubschemas(schema, root).map((part) => evaluatedKeys(part, root, seen));
  if (keys.includes(undefined)) return undefined;
  return (key) =>
    own.has(key) || patterns.some((source) => new RegExp(source, 'u').test(key)) || keys.some((has) => has?.(key));
}

function onlyKeys(value: JsonObject, allowed: (key: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => allowed(key)));
}

/** Copies any JSON value without keys that reach for a prototype. */
function cleaned(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(cleaned);
  if (!isObject(value)) return value;
  const left: Record<string, JsonValue> = {};
  for (const [key, inner] of Object.entries(value)) {
    if (inner !== undefined && !isPrototypeKey(key)) left[key] = cleaned(inner);
  }
  return left;
}

function isPrototypeKey(key: string): boolean {
  return key === '__proto__' || key === 'constructor';
}

function listOf(value: JsonValue | undefined): readonly JsonSchema[] {
  return Array.isArray(value) ? value.map((inner: JsonValue) => (isObject(inner) ? inner : {})) : [];
}
