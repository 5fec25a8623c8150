import { type Message, textOf } from 'toolgate/model';

/** Returns whether a message asks about the earlier messages. */
export const asksForHistory = (text: string): boolean =>
  /^\s*what (?:did|have) (?:i|we) (?:ask|said|say|talk)/i.test(text);

/** Lists the earlier requests. */
export const history = (messages: readonly Message[]): string => {
  const asked = messages.filter(({ role }) => role === 'user').map((message) => `"${textOf(message)}"`);
  return asked.length > 0 ? `You asked: ${asked.join(', ')}.` : 'You have not asked anything before.';
};
