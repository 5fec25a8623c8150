import { isObject } from '#core';
import type { JsonValue } from 'toolgate/model';
import { type Effort, spend } from './effort.js';

/** The remaining effort of one input, and the decided branches of its unions. */
export interface StripRun {
  readonly effort: Effort;
  branches?: Map<unknown, Map<JsonValue, JsonValue>>;
}

/** Removes the properties of a value that one part of a schema does not allow. */
export type StripStep = (value: JsonValue, run: StripRun) => JsonValue;

/** Returns the value unchanged. */
export const leaveAsIs: StripStep = (value) => value;

/** Copies any JSON value without keys that access a prototype. */
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

/** Whether careless code could access an object's prototype with this key. */
export function isPrototypeKey(key: string): boolean {
  return key === '__proto__' || key === 'constructor';
}
