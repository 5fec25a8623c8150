import type { FuncKeywordDefinition } from 'ajv/dist/2020.js';

/**
 * `multipleOf` by the decimal digits of both numbers, because ajv's own keyword divides: 19.99 / 0.01 is no whole number.
 * Its option `multipleOfPrecision` accepts numbers that are nearly multiples.
 */
export const MULTIPLE_OF: FuncKeywordDefinition = {
  keyword: 'multipleOf',
  type: 'number',
  schemaType: 'number',
  errors: false,
  compile: (multipleOf: number) => {
    const step = decimalOf(multipleOf);
    return (value: number): boolean => {
      const decimal = decimalOf(value);
      const exponent = Math.min(decimal.exponent, step.exponent);
      return digitsAt(decimal, exponent) % digitsAt(step, exponent) === 0n;
    };
  },
};

/** A number as its digits, times ten to the power of the exponent. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

function decimalOf(value: number): Decimal {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

function digitsAt({ digits, exponent }: Decimal, shared: number): bigint {
  return digits * 10n ** BigInt(exponent - shared);
}
