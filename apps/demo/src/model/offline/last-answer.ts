import { type Message, textOf } from 'toolgate/model';

const OUTCOME_QUESTION =
  /^\s*(?:(?:so|and)\b,?\s*)?(?:what (?:happened|became|came|did you)|(?:was|is|has) (?:it|that|my request) (?:been )?(?:approved|rejected|decided|done))\b/i;

/** Returns whether a message asks for the outcome of the last request. A message that names an order asks for a look-up. */
export const asksForLastAnswer = (text: string): boolean => OUTCOME_QUESTION.test(text) && !/\d{4}/.test(text);

/** Returns the last answer. A turn that waited for a person has an answer after its end. */
export const lastAnswer = (messages: readonly Message[]): string => {
  const last = messages.findLast((message) => message.role === 'assistant' && textOf(message) !== '');
  return last ? `My last answer was: ${textOf(last)}` : 'Nothing has happened yet in this conversation.';
};
