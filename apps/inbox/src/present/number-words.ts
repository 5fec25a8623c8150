import { movePoint } from './decimal.js';
import { numberFormat } from './number-format.js';
import { isOwnCurrency, OWN_DECIMALS, ownMoney, ownNumber } from './own-format.js';

/** A number with groups of digits; `exact` is the number as JSON writes it, if that differs. */
export interface NumberWords {
  readonly text: string;
  readonly exact?: string;
}

export interface MoneyWords extends NumberWords {
  /** Whether the currency is known; without it, no currency is shown. */
  readonly hasCurrency: boolean;
  /** Of an amount in cents: the number as it is sent, with groups. */
  readonly minorUnits?: string;
}

const MOST_DIGITS = 20;

/** Returns a number with groups of digits. A number is never rounded. */
export const numberWords = (value: number, locale: string): NumberWords =>
  withExact(plainNumber(value, locale), String(value));

const plainNumber = (value: number, locale: string): string =>
  // A number such as 1e300 would have 300 digits.
  /e/.test(String(value))
    ? String(value)
    : // A number of four digits may be a year.
      (ownNumber(String(value), locale, { groupedFrom: 5 }) ??
      numberFormat(locale, { maximumFractionDigits: MOST_DIGITS, useGrouping: 'min2' }).format(value));

const withExact = (text: string, exact: string): NumberWords => (text === exact ? { text } : { text, exact });

interface Money {
  readonly currency?: string;
  readonly isMinorUnit?: boolean;
}

/**
 * Returns money in the currency that the arguments state. An amount in cents is converted, and the number that is sent
 * is shown beside it. Returns nothing for a text that is no number.
 */
export const moneyWords = (
  value: string | number,
  { currency, isMinorUnit }: Money,
  locale: string,
): MoneyWords | undefined => {
  const number = Number(value);
  const exact = String(value);
  if (exact.trim() === '' || !Number.isFinite(number)) return undefined;
  // A text may have more digits than a number, and a format keeps them.
  const amount = (isMinorUnit ? movePoint(exact, -decimalsOf(currency)) : exact) as `${number}` | undefined;
  if (amount === undefined) return undefined;
  const inCurrency = currency === undefined ? undefined : amountIn(currency, amount, locale);
  const text = inCurrency ?? amountWithout(amount, isMinorUnit === true, locale);
  const minorUnits = isMinorUnit ? plainNumber(number, locale) : undefined;
  return {
    ...withExact(text, exact),
    hasCurrency: inCurrency !== undefined,
    ...(minorUnits !== undefined && { minorUnits }),
  };
};

/** Returns how many decimals the main unit of a currency has: 0 for JPY; 2 for a currency that is not known. */
export const decimalsOf = (currency: string | undefined): number => {
  if (currency === undefined) return 2;
  if (isOwnCurrency(currency)) return OWN_DECIMALS;
  return currencyFormat(currency, 'en')?.resolvedOptions().maximumFractionDigits ?? 2;
};

const currencyFormat = (currency: string, locale: string): Intl.NumberFormat | undefined => {
  try {
    return numberFormat(locale, { style: 'currency', currency });
  } catch {
    return undefined;
  }
};

/** Shows as many digits as the number has: 80.005 is not 80.01. Returns nothing for a currency that is not known. */
const amountIn = (currency: string, amount: `${number}`, locale: string): string | undefined => {
  const own = ownMoney(amount, currency, locale);
  if (own !== undefined) return own;
  const format = currencyFormat(currency, locale);
  if (!format) return undefined;
  const { minimumFractionDigits = 2 } = format.resolvedOptions();
  const digits = { minimumFractionDigits, maximumFractionDigits: MOST_DIGITS };
  return numberFormat(locale, { style: 'currency', currency, ...digits }).format(amount);
};

const amountWithout = (amount: `${number}`, isMinorUnit: boolean, locale: string): string => {
  const decimals = isMinorUnit ? 2 : 0;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: MOST_DIGITS };
  return ownNumber(amount, locale, { decimals }) ?? numberFormat(locale, digits).format(amount);
};
