import type { ApprovalBody } from 'toolgate/http/client';
import { serverNow } from '../data/server-clock.js';
import { labelOf } from './field-labels.js';
import { fieldsOf } from './fields.js';
import { keyFactsOf } from './key-facts.js';
import type { shortWords } from './short-words.js';
import { valueLine } from './value-line.js';

// The amount and the first target.
const FACTS_OF_TITLE = 2;

type Subject = Pick<ApprovalBody, 'toolName' | 'arguments' | 'inputSchema'>;

/** Names what is decided: the tool in words, then how much, to whom and when. */
export const subjectOf = (
  { toolName, arguments: args, inputSchema }: Subject,
  locale: string,
  shorten?: typeof shortWords,
) => {
  const { money, targets, date } = keyFactsOf(args ? fieldsOf(inputSchema, args) : []);
  const reader = { locale, now: serverNow() };
  const facts = [money, ...targets, date].flatMap((field) => (field && valueLine(field, reader, shorten)) ?? []);
  return { tool: labelOf(toolName), facts };
};

/** The same in one line, for a title or a button: "Transfer money · €12,480.50 · Northwind Furniture GmbH". */
export const subjectLine = (subject: Subject, locale: string): string => {
  const { tool, facts } = subjectOf(subject, locale);
  return [tool, ...facts.slice(0, FACTS_OF_TITLE)].join(' · ');
};
