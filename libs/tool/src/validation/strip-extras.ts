import { isObject } from '#core';
import type { JsonObject, JsonSchema, JsonValue } from 'toolgate/model';
import { evaluatedKeys } from '../schema/evaluated-keys.js';
import { resolvePointer, schemasOf } from '../schema/subschemas.js';
import { compileCannotFit } from '../schema/union-branch.js';
import { type Branch, bestBranch } from './best-branch.js';
import type { Effort } from './effort.js';
import { ownStep } from './strip-own.js';
import { copyClean, leaveAsIs, type StripStep } from './strip-step.js';

/** Copies a JSON value without the properties its schema does not allow. Throws `RangeError` if the effort is exceeded. */
export type Strip = (value: JsonValue, effort: Effort) => JsonValue;

/** Returns whether a value matches the part of the schema at a pointer (`#/properties/a/anyOf/0`). */
type FitsAt = (pointer: string) => (value: JsonValue, effort: Effort) => boolean;

interface Compilation {
  readonly root: JsonSchema;
  readonly fitsAt: FitsAt;
  /** The steps of each schema, for given values and for clean copies. */
  readonly given: Map<JsonSchema, StripStep>;
  readonly copies: Map<JsonSchema, StripStep>;
}

/** The location of a schema, and whether its values already are clean copies. */
interface Place {
  readonly pointer: string;
  readonly isCopy: boolean;
}

const SCALARS: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'null']);

/**
 * Compiles a schema to a function that removes every extra property from an input, at every depth. Keys that access an
 * object's prototype are never copied unless the schema names them.
 */
export function compileStrip(root: JsonSchema, fitsAt: FitsAt): Strip {
  const compilation = { root, fitsAt, given: new Map(), copies: new Map() };
  const step = compile(root, { pointer: '#', isCopy: false }, compilation);
  return (value, effort) => step(value, { effort });
}

function compile(schema: JsonSchema, place: Place, compilation: Compilation): StripStep {
  const steps = place.isCopy ? compilation.copies : compilation.given;
  const known = steps.get(schema);
  if (known) return known;
  let compiled: StripStep = leaveAsIs;
  // A recursive schema finds this entry instead of being compiled again.
  steps.set(schema, (value, run) => compiled(value, run));
  compiled = inTurn(stepsOf(schema, place, compilation));
  steps.set(schema, compiled);
  return compiled;
}

function inTurn(steps: readonly StripStep[]): StripStep {
  const [first = leaveAsIs, ...others] = new Set(steps.filter((step) => step !== leaveAsIs));
  return others.length === 0
    ? first
    : (value, run) => others.reduce((left, step) => step(left, run), first(value, run));
}

function stepsOf(schema: JsonSchema, { pointer, isCopy }: Place, compilation: Compilation): StripStep[] {
  if (SCALARS.has(schema['type'])) return isCopy ? [] : [copyClean];
  const { root, fitsAt } = compilation;
  const own = ownStep(schema, isCopy, (sub, at) => compile(sub, { pointer: pointer + at, isCopy }, compilation));
  // The first step returns a clean copy, so that other steps skip values that their schema does not describe.
  const part = (sub: JsonSchema, at: string) => compile(sub, { pointer: at, isCopy: true }, compilation);
  const steps = [own];
  const reference = typeof schema['$ref'] === 'string' ? schema['$ref'] : '';
  const target = reference && resolvePointer(root, reference);
  if (target) steps.push(part(target, reference));
  for (const [index, sub] of schemasOf(schema['allOf']).entries()) steps.push(part(sub, `${pointer}/allOf/${index}`));
  for (const union of ['anyOf', 'oneOf']) {
    const branches = schemasOf(schema[union]).map((branch, index): Branch => {
      const at = `${pointer}/${union}/${index}`;
      return { step: part(branch, at), fits: fitsAt(at), cannotFit: compileCannotFit(branch, root) };
    });
    if (branches.length > 0) steps.push(bestBranch(branches));
  }
  const allowed = schema['unevaluatedProperties'] === false && evaluatedKeys(schema, root);
  if (allowed) steps.push((value) => (isObject(value) ? onlyKeys(value, allowed) : value));
  return steps;
}

function onlyKeys(value: JsonObject, allowed: (key: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => allowed(key)));
}
