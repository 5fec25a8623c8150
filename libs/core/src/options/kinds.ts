import { LONGEST_TIMER_MS } from '../async/start-timer.js';
import { instanceRemedy } from '../checks/instance-remedy.js';
import { methodNames, missingMethods } from '../checks/missing-methods.js';
import type { Kind } from './option.js';

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false };
const WHOLE = /^-?\d+$/;
const DECIMAL = /^\d+(?:\.\d+)?$/;

const readNumber = (text: string): number | undefined => {
  if (text === 'unlimited') return Infinity;
  return WHOLE.test(text) ? Number(text) : undefined;
};

const number = (pass: string, fits: (value: number) => boolean, write = pass): Kind => ({
  fits: (value) => typeof value === 'number' && fits(value),
  pass,
  read: readNumber,
  write,
});

/** Code may pass a fraction of a millisecond; an environment variable must be a whole number. */
const time = (pass: string, fits: (value: number) => boolean, write = pass): Kind =>
  number(pass, fits, `a whole number of ${write}`);

const isAmount = (value: number): boolean => value === Infinity || (Number.isInteger(value) && value > 0);

const isFilled = (value: unknown): boolean => typeof value === 'string' && value !== '';

const orList = (words: readonly string[]): string => words.join(', ').replace(/, ([^,]*)$/, ' or $1');

/** Any value: the room checks it itself. */
export const anything: Kind = { fits: () => true, pass: 'a value' };

export const yesOrNo: Kind = {
  fits: (value) => typeof value === 'boolean',
  pass: 'true or false',
  read: (text) => BOOLEANS[text],
  write: '`true` or `false`',
};

export const wholeNumber: Kind = number('a whole number', Number.isInteger);

export const count: Kind = number('a whole number above 0', (value) => Number.isSafeInteger(value) && value > 0);

export const countUpTo = (most: number): Kind =>
  number(`a whole number from 1 to ${most}`, (value) => Number.isInteger(value) && value > 0 && value <= most);

/** A whole number above 0, or `Infinity`. */
export const amount: Kind = number(
  'a whole number above 0, or Infinity',
  isAmount,
  'a whole number above 0, or `unlimited`',
);

/** An amount that an environment variable may also remove with `-1`. */
export const limit = (unit = ''): Kind => {
  const above0 = `a whole number${unit && ` of ${unit}`} above 0`;
  return {
    ...number(`${above0}, or Infinity`, isAmount, `${above0}, or \`unlimited\` (\`-1\`)`),
    read: (text) => (text === '-1' ? Infinity : readNumber(text)),
  };
};

/** A number from 0 to 1. */
export const share: Kind = {
  ...number('a number from 0 to 1', (value) => value >= 0 && value <= 1, 'a number from 0 to 1, such as `0.25`'),
  read: (text) => (DECIMAL.test(text) ? Number(text) : undefined),
};

/** Milliseconds above 0. */
export const milliseconds = (most: number, words = String(most)): Kind =>
  time(`milliseconds above 0, at most ${words}`, (value) => value > 0 && value <= most);

/** Milliseconds above 0 for a timer of Node. */
export const timerMs: Kind = milliseconds(LONGEST_TIMER_MS);

/** Milliseconds above 0, without a maximum. */
export const finiteMs: Kind = time('milliseconds above 0', (value) => value > 0 && value < Infinity);

/** Milliseconds above 0, or `Infinity`. */
export const endlessMs: Kind = time(
  'milliseconds above 0, or Infinity',
  (value) => value > 0,
  'milliseconds above 0, or `unlimited`',
);

/** Milliseconds from 0 on for a timer of Node. */
export const delayMs: Kind = time(
  `milliseconds from 0 to ${LONGEST_TIMER_MS}`,
  (value) => value >= 0 && value <= LONGEST_TIMER_MS,
);

export const text: Kind = { fits: (value) => typeof value === 'string', pass: 'a string', read: (value) => value };

/** A string that is not empty. */
export const filledText = (pass: string): Kind => ({ ...text, fits: (value) => isFilled(value), pass });

/** A list of strings that are not empty. */
export const texts = (pass: string): Kind => listOf(isFilled, pass);

export const listOf = (fits: (entry: unknown) => boolean, pass: string): Kind => ({
  fits: (value) => Array.isArray(value) && value.every(fits),
  pass,
});

export const callback = (pass: string): Kind => ({ fits: (value) => typeof value === 'function', pass });

export const oneOf = (...words: readonly string[]): Kind => ({
  fits: (value) => words.some((word) => word === value),
  pass: orList(words.map((word) => `'${word}'`)),
  read: (value) => words.find((word) => word === value),
  write: orList(words.map((word) => `\`${word}\``)),
});

/** An instance of a part of the application, which a module may provide under its token instead. */
export const instance = (members: readonly string[], seam: string): Kind => ({
  fits: (value) => missingMethods(value, members).length === 0,
  pass: `an instance of a class that extends ${seam}`,
  remedy: (value) => instanceRemedy(value, seam) ?? methodRemedy(value, members, seam),
});

const methodRemedy = (value: unknown, members: readonly string[], seam: string): string | undefined => {
  const missing = missingMethods(value, members);
  return missing.length < members.length ? `Add to it what ${seam} requires: ${methodNames(missing)}.` : undefined;
};
