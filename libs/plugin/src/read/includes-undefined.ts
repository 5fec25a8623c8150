import type ts from 'typescript';
import type { Reading } from './reading.js';

/** Whether a value of this type may be left out. */
export function includesUndefined(reading: Reading, type: ts.Type): boolean {
  return type.isUnion() && type.types.some((part) => isUndefined(reading, part));
}

/** Whether a type is `undefined` or `void`. */
export function isUndefined({ ts }: Reading, { flags }: ts.Type): boolean {
  return (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) !== 0;
}
