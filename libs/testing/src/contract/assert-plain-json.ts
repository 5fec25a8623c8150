import assert from 'node:assert/strict';

/**
 * Throws `AssertionError` for a value that JSON would change: instances of classes, functions, dates, numbers that are
 * not finite.
 */
export const assertPlainJson = (value: unknown, path = 'value'): void => {
  if (value === null || ['string', 'boolean', 'undefined'].includes(typeof value)) return;
  if (typeof value === 'number') return assert.ok(Number.isFinite(value), `${path} is ${value}`);
  assert.equal(typeof value, 'object', `${path} is a ${typeof value}`);
  const prototype: unknown = Object.getPrototypeOf(value);
  const plain = Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null;
  assert.ok(plain, `${path} is an instance of ${String((value as object).constructor?.name)}`);
  for (const [key, entry] of Object.entries(value as object)) assertPlainJson(entry, `${path}.${key}`);
};
