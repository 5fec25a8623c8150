import type { ErrorObject } from 'ajv/dist/2020.js';
import { isObject } from '#core';
import { isUnion, parentOf } from './meant-errors.js';

/** Returns the paths of the values that match no branch of a union. A type that may also be null is no union. */
export function pathsOfUnions(errors: readonly ErrorObject[]): ReadonlySet<string> {
  return new Set(errors.filter(isRealUnion).map(({ instancePath }) => instancePath));
}

/** Whether a value, or a value around it, has one of the paths. */
export function isWithin(instancePath: string, paths: ReadonlySet<string>): boolean {
  if (paths.size === 0) return false;
  for (let path = instancePath; ; path = parentOf(path)) {
    if (paths.has(path)) return true;
    if (path === '') return false;
  }
}

function isRealUnion(error: ErrorObject): boolean {
  const branches: readonly unknown[] = Array.isArray(error.schema) ? error.schema : [];
  const isNullable = branches.length === 2 && branches.some((branch) => isObject(branch) && branch['type'] === 'null');
  return isUnion(error) && !isNullable;
}
