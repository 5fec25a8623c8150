import { toJson } from 'toolgate/model';
import type { Sized } from './cost-by-size.js';

/** Converts a result of this depth. A unit is one level. */
export const deepResult = (depth: number): Sized => {
  let result: unknown = 'paid';
  for (let level = 0; level < depth; level++) result = { inner: result };
  return { size: depth, units: depth, work: () => toJson(result) };
};
