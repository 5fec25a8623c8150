// A browser loads its data of languages with the first format of `Intl`, which takes as long as all scripts of the page.
// So the page itself writes what the first rows of a list have most: amounts, counts and lengths of time.

interface OwnLanguage {
  readonly group: string;
  readonly point: string;
  readonly money: (amount: string, symbol: string) => string;
  /** One and several of a unit. */
  readonly units: Readonly<Record<DurationUnit, readonly [one: string, several: string]>>;
}

export type DurationUnit = 'day' | 'hour' | 'minute' | 'second';

const ENGLISH: OwnLanguage = {
  group: ',',
  point: '.',
  money: (amount, symbol) => symbol + amount,
  units: { day: ['day', 'days'], hour: ['hr', 'hr'], minute: ['min', 'min'], second: ['sec', 'sec'] },
};

const GERMAN: OwnLanguage = {
  group: '.',
  point: ',',
  money: (amount, symbol) => `${amount}\u00a0${symbol}`,
  units: { day: ['Tg.', 'Tg.'], hour: ['Std.', 'Std.'], minute: ['Min.', 'Min.'], second: ['Sek.', 'Sek.'] },
};

// Other countries group digits and name currencies in other ways.
const LANGUAGES = new Map([
  ['en', ENGLISH],
  ['en-US', ENGLISH],
  ['de', GERMAN],
  ['de-DE', GERMAN],
]);

const SYMBOLS = new Map([
  ['EUR', '€'],
  ['USD', '$'],
  ['GBP', '£'],
]);

/** The decimals of the currencies above. */
export const OWN_DECIMALS = 2;

export const isOwnCurrency = (currency: string): boolean => SYMBOLS.has(currency);

const PLAIN = /^(-?)(0|[1-9]\d{0,14})(?:\.(\d{1,20}))?$/;
const MINUS_ZERO = /^-0(?:\.0+)?$/;

interface NumberShape {
  /** How many decimals are shown at least. */
  readonly decimals?: number;
  /** The fewest digits before the point that are written in groups. */
  readonly groupedFrom?: number;
}

/** Returns a plain decimal number as `Intl.NumberFormat` writes it; nothing for another number or language. */
export const ownNumber = (plain: string, locale: string, shape: NumberShape = {}): string | undefined => {
  const language = LANGUAGES.get(locale);
  const [, sign = '', whole, fraction = ''] = (!MINUS_ZERO.test(plain) && PLAIN.exec(plain)) || [];
  if (!language || whole === undefined) return undefined;
  return sign + digits(whole, fraction, language, shape);
};

/** Returns an amount as `Intl.NumberFormat` writes it; nothing for another number, currency or language. */
export const ownMoney = (plain: string, currency: string, locale: string): string | undefined => {
  const language = LANGUAGES.get(locale);
  const symbol = SYMBOLS.get(currency);
  const isNegative = plain.startsWith('-');
  const amount = ownNumber(plain, locale, { decimals: OWN_DECIMALS });
  if (!language || symbol === undefined || amount === undefined) return undefined;
  return isNegative ? `-${language.money(amount.slice(1), symbol)}` : language.money(amount, symbol);
};

/** Returns a length of time as `Intl.NumberFormat` writes it; nothing for another language. */
export const ownDuration = (count: number, unit: DurationUnit, locale: string): string | undefined => {
  const language = LANGUAGES.get(locale);
  const number = ownNumber(String(count), locale);
  if (!language || number === undefined) return undefined;
  const [one, several] = language.units[unit];
  return `${number} ${count === 1 ? one : several}`;
};

/** Returns a count with groups of digits. */
export const countWords = (count: number, locale: string): string =>
  ownNumber(String(count), locale) ?? count.toLocaleString(locale);

const digits = (
  whole: string,
  fraction: string,
  { group, point }: OwnLanguage,
  { decimals = 0, groupedFrom = 4 }: NumberShape,
): string => {
  const grouped = whole.length < groupedFrom ? whole : whole.replace(/\B(?=(?:\d{3})+$)/g, group);
  const shown = fraction.replace(/0+$/, '').padEnd(decimals, '0');
  return shown === '' ? grouped : grouped + point + shown;
};
