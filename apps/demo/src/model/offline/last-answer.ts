import { type Message, textOf } from 'toolgate/model';

const WHAT_BECAME =
  /^\s*(?:(?:so|and)\b,?\s*)?(?:what (?:happened|became|came|did you)|(?:was|is|has) (?:it|that|my request) (?:been )?(?:approved|rejected|decided|done))\b/i;

/** Returns whether a message asks for the outcome of the last request. A message that names an order asks for a look-up. */
export const asksForLastAnswer = (text: string): boolean => WHAT_BECAME.test(text) && !/\d{4}/.test(text);

/** Returns the last answer. A turn that waited for a person has an answer after its end. */
export const lastAnswer = (messages: readonly Message[]): string => {
  const last = messages.findLast((message) => message.role === 'assistant' && textOf(message) !== '');
  return last ? `I told you: ${textOf(last)}` : 'Nothing has happened yet in this conversation.';
};
