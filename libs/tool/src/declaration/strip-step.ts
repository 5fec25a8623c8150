import type { JsonValue } from 'toolgate/model';
import { type Effort, spend } from './effort.js';
import { isObject } from './subschemas.js';

/** What one input has cost so far, and which branches of unions its values take. */
export interface StripRun {
  readonly effort: Effort;
  branches?: Map<unknown, Map<JsonValue, JsonValue>>;
}

/** Leaves of a value what one part of a schema allows. */
export type StripStep = (value: JsonValue, run: StripRun) => JsonValue;

/** Leaves everything. */
export const leaveAsIs: StripStep = (value) => value;

/** Copies any JSON value without the keys that reach for a prototype. */
export const copyClean: StripStep = (value, run) => {
  if (typeof value !== 'object' || value === null) return value;
  spend(run.effort, 1);
  if (!isObject(value)) return value.map((inner: JsonValue) => copyClean(inner, run));
  const left: Record<string, JsonValue> = {};
  for (const [key, inner] of Object.entries(value)) {
    if (inner !== undefined && !isPrototypeKey(key)) left[key] = copyClean(inner, run);
  }
  return left;
};

/** Tells a key by which careless code reaches the prototype of an object. */
export function isPrototypeKey(key: string): boolean {
  return key === '__proto__' || key === 'constructor';
}
