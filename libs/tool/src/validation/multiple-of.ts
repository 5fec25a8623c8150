import type { FuncKeywordDefinition } from 'ajv/dist/2020.js';

/** `multipleOf` by the decimal digits of both numbers, because ajv's own keyword divides: 19.99 / 0.01 is no whole number. */
export const MULTIPLE_OF: FuncKeywordDefinition = {
  keyword: 'multipleOf',
  type: 'number',
  schemaType: 'number',
  errors: false,
  validate: (step: number, value: number): boolean => {
    const [one, other] = [decimalOf(value), decimalOf(step)];
    const exponent = Math.min(one.exponent, other.exponent);
    return digitsAt(one, exponent) % digitsAt(other, exponent) === 0n;
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
