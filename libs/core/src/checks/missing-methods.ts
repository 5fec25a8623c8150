import { recordOf } from './record-of.js';

/** Returns those of some methods that a value does not have. */
export const missingMethods = (value: unknown, methods: readonly string[]): readonly string[] =>
  methods.filter((method) => typeof recordOf(value)[method] !== 'function');

/** Writes the names of methods: `identify(), rehydrate()`. */
export const methodNames = (methods: readonly string[]): string => methods.map((method) => `${method}()`).join(', ');
