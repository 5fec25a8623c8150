import type { ListedApprovalBody } from 'toolgate/http/client';
import { difference, movePoint, sum } from './decimal.js';
import { fieldsOf } from './fields.js';
import { keyFactsOf } from './key-facts.js';
import { decimalsOf } from './number-words.js';

/** The calls of one tool with amounts in one currency, or without an amount. */
export interface ToolTotal {
  readonly toolName: string;
  readonly count: number;
  /** Absent if the calls have no amount that can be added. */
  readonly money?: MoneyTotal;
}

/** Amounts of one currency in its main unit, as plain decimal numbers. */
export interface MoneyTotal {
  readonly currency: string;
  readonly sum: string;
  readonly largest: string;
}

type Call = Pick<ListedApprovalBody, 'toolName' | 'arguments'>;

/** Adds the amounts of calls up by tool and currency, exactly. The most frequent tool comes first. */
export const toolTotals = (calls: readonly Call[]): readonly ToolTotal[] => {
  const totals = new Map<string, ToolTotal>();
  for (const call of calls) {
    const { money } = amountOf(call);
    const key = JSON.stringify([call.toolName, money?.currency]);
    totals.set(key, added(totals.get(key), { toolName: call.toolName, count: 1, ...(money && { money }) }));
  }
  return [...totals.values()].sort((one, other) => other.count - one.count);
};

/** Adds the totals of several tools up by currency; only the currencies of more than one row. */
export const currencyTotals = (totals: readonly ToolTotal[]): readonly ToolTotal[] => {
  const currencies = new Set(totals.flatMap(({ money }) => money?.currency ?? []));
  return [...currencies].flatMap((currency) => {
    const rows = totals.filter(({ money }) => money?.currency === currency);
    return rows.length > 1 ? [rows.reduce((total, row) => added(total, row))] : [];
  });
};

/** Whether a call has an amount that is in no total: its currency is unknown, or the list left its arguments out. */
export const isUncounted = (call: Call): boolean => amountOf(call).isUnknown;

interface Amount {
  readonly money?: MoneyTotal;
  readonly isUnknown: boolean;
}

const amountOf = ({ arguments: args }: Call): Amount => {
  if (!args) return { isUnknown: true };
  const { money: field } = keyFactsOf(fieldsOf(undefined, args));
  if (!field) return { isUnknown: false };
  const { currency, isMinorUnit, value } = field;
  const amount = movePoint(String(value), isMinorUnit ? -decimalsOf(currency) : 0);
  if (currency === undefined || amount === undefined) return { isUnknown: true };
  return { money: { currency, sum: amount, largest: amount }, isUnknown: false };
};

const added = (total: ToolTotal | undefined, row: ToolTotal): ToolTotal => {
  if (!total) return row;
  const count = total.count + row.count;
  if (!total.money || !row.money) return { ...total, count };
  const { currency, sum: before, largest } = total.money;
  const isLarger = Number(difference(row.money.largest, largest)) > 0;
  return {
    ...total,
    count,
    money: {
      currency,
      sum: sum([before, row.money.sum]) ?? before,
      largest: isLarger ? row.money.largest : largest,
    },
  };
};
