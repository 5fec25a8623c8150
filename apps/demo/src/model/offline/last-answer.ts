import { type Message, textOf } from 'toolgate/model';

const WHAT_BECAME =
  /^\s*(?:(?:so|and)\b,?\s*)?(?:what (?:happened|became|came|did you)|(?:was|is|has) (?:it|that|my request) (?:been )?(?:approved|rejected|decided|done))\b/i;

/** Whether somebody wants to know what became of the last request; one who names an order wants it looked up. */
export const asksForLastAnswer = (text: string): boolean => WHAT_BECAME.test(text) && !/\d{4}/.test(text);

/** Tells what was answered last: a turn that waited for a person is told once it has ended. */
export const lastAnswer = (messages: readonly Message[]): string => {
  const last = messages.findLast((message) => message.role === 'assistant' && textOf(message) !== '');
  return last ? `I told you: ${textOf(last)}` : 'Nothing has happened yet in this conversation.';
};
