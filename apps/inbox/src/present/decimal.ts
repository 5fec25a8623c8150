/** A plain decimal number: -12.50 is -1250 with 2 decimals. */
interface Decimal {
  readonly units: bigint;
  readonly decimals: number;
}

const PLAIN = /^([+-]?)(\d+)(?:\.(\d+))?$/;

const parse = (plain: string): Decimal | undefined => {
  const [, sign = '', whole, fraction = ''] = PLAIN.exec(plain) ?? [];
  if (whole === undefined) return undefined;
  const units = BigInt(whole + fraction);
  return { units: sign === '-' ? -units : units, decimals: fraction.length };
};

const print = ({ units, decimals }: Decimal): string => {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  const text = decimals === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return units < 0n ? `-${text}` : text;
};

const withDecimals = ({ units, decimals }: Decimal, more: number): Decimal => ({
  units: units * 10n ** BigInt(Math.max(0, more - decimals)),
  decimals: Math.max(decimals, more),
});

/**
 * Returns a plain decimal number with its point moved, digit by digit: 490000 by -2 is 4900.00. Returns nothing for a
 * text that is no plain decimal number.
 */
export const movePoint = (plain: string, places: number): string | undefined => {
  const number = parse(plain);
  if (!number) return undefined;
  const { units, decimals } = withDecimals(number, Math.max(0, places));
  return print({ units, decimals: decimals - places });
};

/** Returns the sum of plain decimal numbers, exactly; nothing if one of them is no plain decimal number. */
export const sum = (plain: readonly string[]): string | undefined => {
  const numbers = plain.map(parse);
  if (!numbers.every((number) => number !== undefined)) return undefined;
  const decimals = Math.max(0, ...numbers.map((number) => number.decimals));
  return print({ units: numbers.reduce((all, one) => all + withDecimals(one, decimals).units, 0n), decimals });
};

/** Returns one plain decimal number minus another one, exactly; nothing if one of them is no plain decimal number. */
export const difference = (one: string, other: string): string | undefined => {
  const [a, b] = [parse(one), parse(other)];
  if (!a || !b) return undefined;
  const decimals = Math.max(a.decimals, b.decimals);
  return print({ units: withDecimals(a, decimals).units - withDecimals(b, decimals).units, decimals });
};

/** Returns a plain decimal number without zeros at the end of its fraction: 4950.0 is 4950. */
export const withoutZeros = (plain: string): string => (plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain);
