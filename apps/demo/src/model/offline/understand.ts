import { type ClauseWords, clauseWords } from './clause-words.js';
import { customerName } from './customer-name.js';
import { intentOf } from './intent.js';
import { type Clause, splitMessage } from './split-message.js';
import type { SupportRequest, Understanding } from './support-request.js';

/** A clause, and the requests of the clauses before it. */
interface Reading extends ClauseWords {
  readonly clause: Clause;
  readonly before: readonly SupportRequest[];
  /** The orders of the clause: its own, or else those of the earlier clauses. */
  readonly about: readonly string[];
}

const WHICH_ORDER = 'Which order do you mean? Name its number, such as A-1042.';
const WHOSE_ORDERS = 'Whose orders? Name a customer or an e-mail address, such as ann@example.com.';
const WHAT_TEXT = 'What should the e-mail say? Add it in quotes, such as: saying "Your desk lamp is on its way".';
const NO_SUBJECT = 'I choose the subject of an e-mail myself. Name only the recipient and the text.';
const SEVERAL = /\b(?:both|them|these|those|customers)\b/;

const understood = (...requests: SupportRequest[]): Understanding => ({ type: 'understood', requests });
const unclear = (words: string, question?: string): Understanding => ({ type: 'unclear', words, question });

const forEachOrder = (reading: Reading, make: (order: string) => SupportRequest): Understanding => {
  const { about, orders, words } = reading;
  const certain = about.length === 1 || orders.length > 0 || SEVERAL.test(words);
  return about.length > 0 && certain ? understood(...about.map(make)) : unclear(words, WHICH_ORDER);
};

const readList = ({ address, rest, words }: Reading): Understanding => {
  const customer = address ?? customerName(rest);
  return customer ? understood({ type: 'list', customer }) : unclear(words, WHOSE_ORDERS);
};

const readEmail = (reading: Reading): Understanding => {
  const { about, address, before, clause, rest, words } = reading;
  const { text } = clause;
  const listed = before.findLast((request) => request.type === 'list');
  const hasNews = before.some(({ type }) => type === 'refund' || type === 'cancel' || type === 'exchange');
  const to =
    address ?? customerName(rest.split(/\babout\b/)[0] ?? '') ?? (about.length === 0 ? listed?.customer : undefined);
  if (/\bsubject\b/.test(rest)) return unclear(words, NO_SUBJECT);
  if (text === undefined && !hasNews) return unclear(words, WHAT_TEXT);
  if (!to) return forEachOrder(reading, (order) => ({ type: 'email', order, text }));
  return understood({ type: 'email', to, text, ...(about.length === 1 && { order: about[0] }) });
};

/** A clause with only another order, or another amount, repeats the request of the clause before it. */
const readBare = (reading: Reading): Understanding => {
  const last = reading.before.at(-1);
  const amount = reading.amount ?? (last?.type === 'refund' ? last.amount : undefined);
  if (last?.type === 'refund') return forEachOrder(reading, (order) => ({ type: 'refund', order, amount }));
  if (last?.type === 'cancel') return forEachOrder(reading, (order) => ({ type: 'cancel', order }));
  if (last?.type === 'exchange') return forEachOrder(reading, (order) => ({ type: 'exchange', order }));
  return forEachOrder(reading, (order) => ({ type: 'find', order }));
};

const read = (reading: Reading): Understanding => {
  const { amount, clause, words } = reading;
  const intent = intentOf(reading);
  if (clause.text !== undefined && intent !== 'email') return unclear(`${clause.words} "${clause.text}"`);
  switch (intent) {
    case 'find':
      return forEachOrder(reading, (order) => ({ type: 'find', order }));
    case 'list':
      return readList(reading);
    case 'refund':
      return forEachOrder(reading, (order) => ({ type: 'refund', order, amount }));
    case 'cancel':
      return amount === undefined ? forEachOrder(reading, (order) => ({ type: 'cancel', order })) : unclear(words);
    case 'exchange':
      return amount === undefined ? forEachOrder(reading, (order) => ({ type: 'exchange', order })) : unclear(words);
    case 'browser':
      return understood({ type: 'browser' });
    case 'email':
      return readEmail(reading);
    case 'bare':
      return readBare(reading);
    case 'remark':
      return understood();
    default:
      return unclear(clause.words);
  }
};

/** Converts a message to requests. One ambiguous clause makes the whole message unclear, so that no half of it runs. */
export const understand = (message: string): Understanding => {
  const requests: SupportRequest[] = [];
  const mentioned = new Set<string>();
  for (const clause of splitMessage(message)) {
    const parsed = clauseWords(clause.words);
    for (const order of parsed.orders) mentioned.add(order);
    if (parsed.words === '' && clause.text === undefined) continue;
    const about = parsed.orders.length > 0 ? parsed.orders : [...mentioned];
    const reading = read({ ...parsed, clause, before: requests, about });
    if (reading.type === 'unclear') return reading;
    requests.push(...reading.requests);
  }
  return requests.length > 0 ? understood(...requests) : unclear(message.trim());
};
