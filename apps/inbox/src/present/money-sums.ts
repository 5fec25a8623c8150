import type { ListedApprovalBody } from 'toolgate/http/client';
import { difference, movePoint, sum } from './decimal.js';
import type { Field } from './field.js';
import { fieldsOf } from './fields.js';
import { keyFactsOf } from './key-facts.js';
import { decimalsOf } from './number-words.js';

/** The money of several calls in one currency: plain decimal numbers in its main unit. */
export interface MoneySum {
  readonly currency: string;
  readonly calls: number;
  readonly total: string;
  readonly largest: string;
}

/** Adds the amounts of calls, exactly, for each currency that their arguments state. The largest sum of calls is first. */
export const moneySums = (items: readonly Pick<ListedApprovalBody, 'arguments'>[]): readonly MoneySum[] => {
  const amounts = new Map<string, string[]>();
  for (const { arguments: args } of items) {
    const { money } = keyFactsOf(args ? fieldsOf(undefined, args) : []);
    const amount = money && amountOf(money);
    if (money?.currency !== undefined && amount !== undefined)
      amounts.set(money.currency, [...(amounts.get(money.currency) ?? []), amount]);
  }
  return [...amounts].flatMap(([currency, all]) => {
    const total = sum(all);
    return total === undefined ? [] : [{ currency, calls: all.length, total, largest: all.reduce(larger) }];
  });
};

const amountOf = ({ value, currency, isMinorUnit }: Field): string | undefined =>
  movePoint(String(value), isMinorUnit ? -decimalsOf(currency) : 0);

const larger = (one: string, other: string): string => (difference(one, other)?.startsWith('-') ? other : one);
