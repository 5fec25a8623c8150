import { expect, it } from 'vitest';
import * as fc from 'fast-check';
import { jsonSchemaValidator } from './json-schema-validator.js';

const isMultiple = (amount: number, multipleOf: number): boolean => {
  const schema = { type: 'object', properties: { amount: { type: 'number', multipleOf } } };
  const result = jsonSchemaValidator(schema)({ amount });
  if (result.type === 'issues') {
    expect(result.issues).toEqual([{ path: '/amount', message: `must be a multiple of ${multipleOf}` }]);
  }
  return result.type === 'valid';
};

it.each([
  [19.99, 0.01],
  [0.3, 0.1],
  [-1.1, 0.1],
  [0, 0.01],
  [123_456_789.01, 0.01],
  [1e21, 1],
  [1.5e-7, 5e-8],
  [6, 3],
  [4.5, 1.5],
])('%d is a multiple of %d', (value, step) => {
  expect(isMultiple(value, step)).toBe(true);
});

it.each([
  [19.999, 0.01],
  [0.35, 0.1],
  [1e-9, 0.01],
  [7, 3],
  [1, 1.5],
])('%d is no multiple of %d', (value, step) => {
  expect(isMultiple(value, step)).toBe(false);
});

it('a number that is not finite is refused without a failure', () => {
  const validate = jsonSchemaValidator({ type: 'object', properties: { amount: { multipleOf: 0.01 } } });
  expect(validate({ amount: Infinity })).toMatchObject({ type: 'issues' });
});

it('each whole number of hundredths is a multiple of 0.01, and none with a thousandth more', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (cents) => {
      expect(isMultiple(Number(`${cents}e-2`), 0.01)).toBe(true);
      expect(isMultiple(Number(`${cents}1e-3`), 0.01)).toBe(false);
    }),
    { seed: 7 },
  );
});
