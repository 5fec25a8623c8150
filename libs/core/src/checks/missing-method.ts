import { recordOf } from './record-of.js';

/** Returns the name of the first of some methods that a value does not have; undefined if it has all of them. */
export const missingMethod = (value: unknown, methods: readonly string[]): string | undefined =>
  methods.find((method) => typeof recordOf(value)[method] !== 'function');
