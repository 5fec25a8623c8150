import { type Message, textOf } from 'toolgate/model';

/** Whether somebody wants to know what was said before. */
export const asksForHistory = (text: string): boolean =>
  /^\s*what (?:did|have) (?:i|we) (?:ask|said|say|talk)/i.test(text);

/** Tells what was asked in the messages before. */
export const history = (messages: readonly Message[]): string => {
  const asked = messages.filter(({ role }) => role === 'user').map((message) => `"${textOf(message)}"`);
  return asked.length > 0 ? `You asked: ${asked.join(', ')}.` : 'You have not asked anything before.';
};
