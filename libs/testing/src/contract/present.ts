import assert from 'node:assert/strict';

/** Returns the value. Throws `AssertionError` if it is undefined. */
export const present = <T>(value: T | undefined): T => {
  assert.ok(value !== undefined, 'expected a value, but there is none');
  return value;
};
