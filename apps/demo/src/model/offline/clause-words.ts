const ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const ORDER = /#?\b([a-z])-?(\d{4})\b/g;
const NUMBER = /-?\d[\d.,]*\d|-?\d/g;
const AMOUNT = /^\d+(?:[.,]\d{1,2})?$/;
const COURTESIES = [
  /^(?:please|kindly|hi|hello|hey|there|thanks|thank you|ok(?:ay)?|so|now|just|go ahead|i'm sorry|sorry)\b[\s,]*/,
  /^(?:can|could|would|will|may) (?:you|i|we)\b\s*/,
  /^(?:i|we)(?:'d| would| want| need)(?: like)?(?: you)? to\b\s*/,
  /[\s,]*\b(?:please|thanks|thank you|now|too|as well)$/,
];

/** The words of a clause in lower case, without courtesies, and the values among them. */
export interface ClauseWords {
  readonly words: string;
  readonly orders: readonly string[];
  readonly address?: string;
  /** NaN if a number is not an amount, or if there are several. */
  readonly amount?: number;
  /** The words without order numbers, addresses and amounts. */
  readonly rest: string;
}

const withoutCourtesies = (words: string): string => {
  const shorter = COURTESIES.reduce((left, courtesy) => left.replace(courtesy, ''), words);
  return shorter === words ? words : withoutCourtesies(shorter);
};

const amountOf = ([number, ...more]: readonly string[]): number | undefined => {
  if (number === undefined) return undefined;
  return more.length === 0 && AMOUNT.test(number) ? Number(number.replace(',', '.')) : Number.NaN;
};

/** Reads order numbers, an e-mail address and an amount from a clause. */
export const clauseWords = (clause: string): ClauseWords => {
  const words = withoutCourtesies(clause.toLowerCase().trim());
  const withoutAddresses = words.replaceAll(ADDRESS, ' ');
  const orders = [...withoutAddresses.matchAll(ORDER)].map(([, letter, digits]) => `${letter}-${digits}`.toUpperCase());
  const withoutOrders = withoutAddresses.replaceAll(ORDER, ' ');
  return {
    words,
    orders: [...new Set(orders)],
    address: words.match(ADDRESS)?.[0],
    amount: amountOf(withoutOrders.match(NUMBER) ?? []),
    rest: withoutOrders
      .replaceAll(NUMBER, ' ')
      .replaceAll(/[^\p{L}'\s-]/gu, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  };
};
