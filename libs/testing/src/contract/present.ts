import assert from 'node:assert/strict';

/** Returns a value that a contract expects to be there. */
export const present = <T>(value: T | undefined): T => {
  assert.ok(value !== undefined, 'expected a value, but there is none');
  return value;
};
