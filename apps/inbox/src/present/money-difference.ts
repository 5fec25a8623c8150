import type { JsonBody } from 'toolgate/http/client';
import { difference } from './decimal.js';
import type { Field } from './field.js';
import { moneyWords } from './number-words.js';

/** By how much an amount was changed: the difference with its currency, and whether it is less or more than before. */
export interface MoneyDifference {
  readonly type: 'less' | 'more';
  readonly text: string;
}

/** Returns the difference of two amounts of the same currency, exactly; nothing for other values. */
export const moneyDifference = (
  [before, earlier]: readonly [JsonBody, Field | undefined],
  [after, later]: readonly [JsonBody, Field | undefined],
  locale: string,
): MoneyDifference | undefined => {
  if (!isAmount(before) || !isAmount(after)) return undefined;
  if (earlier?.kind !== 'money' || later?.kind !== 'money' || earlier.currency !== later.currency) return undefined;
  const change = difference(String(after), String(before));
  if (change === undefined || Number(change) === 0) return undefined;
  const words = moneyWords(change.replace('-', ''), later, locale);
  return words && { type: change.startsWith('-') ? 'less' : 'more', text: words.text };
};

const isAmount = (value: JsonBody): value is string | number => typeof value === 'string' || typeof value === 'number';
