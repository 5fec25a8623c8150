import { toJson } from 'toolgate/model';
import type { Sized } from './cost-by-size.js';

/** The conversion of a result so deep; its unit is a level. */
export const deepResult = (depth: number): Sized => {
  let result: unknown = 'paid';
  for (let level = 0; level < depth; level++) result = { inner: result };
  return { size: depth, units: depth, work: () => toJson(result) };
};
