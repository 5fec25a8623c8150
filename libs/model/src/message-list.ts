import type { TextPart } from './content.js';
import {
  type Message,
  type SystemMessage,
  systemMessage,
  textOf,
  type ToolMessage,
  type UserMessage,
  userMessage,
} from './message.js';

/** The last thing a person said; undefined where nobody has said anything. */
export const lastUserMessage = (messages: readonly Message[]): UserMessage | undefined => messages.findLast(isUser);

/** What the model is to answer: the last user message, or the results of tools where they came later. */
export const lastUserOrToolMessage = (messages: readonly Message[]): UserMessage | ToolMessage | undefined =>
  messages.findLast((message): message is UserMessage | ToolMessage => isUser(message) || message.role === 'tool');

/** The text of the first system message; undefined where there is none. */
export const systemTextOf = (messages: readonly Message[]): string | undefined => messages.find(isSystem)?.text;

/**
 * Messages with another text in the first system message; where there is none, one is put in front. The function is
 * given the text so far, or an empty one. Messages whose text stays the same are given back as they are.
 */
export const augmentSystem = (messages: readonly Message[], augment: (text: string) => string): readonly Message[] => {
  const index = messages.findIndex(isSystem);
  const before = messages[index] as SystemMessage | undefined;
  const text = augment(before?.text ?? '');
  if (text === (before?.text ?? '')) return messages;
  return before ? messages.with(index, { ...before, text }) : [systemMessage(text), ...messages];
};

/**
 * Messages with another text in the last user message, whose files stay; where there is none, one is put at the end.
 * An empty list stays empty, and messages whose text stays the same are given back as they are.
 */
export const augmentUser = (messages: readonly Message[], augment: (text: string) => string): readonly Message[] => {
  if (messages.length === 0) return messages;
  const index = messages.findLastIndex(isUser);
  const before = messages[index] as UserMessage | undefined;
  const said = before ? textOf(before) : '';
  const text = augment(said);
  if (text === said) return messages;
  return before ? messages.with(index, withText(before, text)) : [...messages, userMessage(text)];
};

const isSystem = (message: Message): message is SystemMessage => message.role === 'system';

const isUser = (message: Message): message is UserMessage => message.role === 'user';

// One text where the first stood, so that files keep their place in front of it or behind.
const withText = (message: UserMessage, text: string): UserMessage => {
  const { content } = message;
  const index = content.findIndex(({ type }) => type === 'text');
  const whole = { ...(content[index] as TextPart | undefined), type: 'text', text } as const;
  const files = content.slice(index + 1).filter(({ type }) => type !== 'text');
  return { ...message, content: [...content.slice(0, Math.max(index, 0)), whole, ...files] };
};
