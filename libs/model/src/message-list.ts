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

/** Returns the last user message; undefined if there is none. */
export const lastUserMessage = (messages: readonly Message[]): UserMessage | undefined => messages.findLast(isUser);

/** Returns the message that the model must answer: the last user message, or later tool results. */
export const lastUserOrToolMessage = (messages: readonly Message[]): UserMessage | ToolMessage | undefined =>
  messages.findLast((message): message is UserMessage | ToolMessage => isUser(message) || message.role === 'tool');

/** Returns the text of the first system message; undefined if there is none. */
export const systemTextOf = (messages: readonly Message[]): string | undefined => messages.find(isSystem)?.text;

/**
 * Returns the messages with a new text in the first system message; adds one in front if there is none. `augment`
 * receives the current text, or an empty one. If the text does not change, the same messages are returned.
 */
export const augmentSystem = (messages: readonly Message[], augment: (text: string) => string): readonly Message[] => {
  const index = messages.findIndex(isSystem);
  const before = messages[index] as SystemMessage | undefined;
  const text = augment(before?.text ?? '');
  if (text === (before?.text ?? '')) return messages;
  return before ? messages.with(index, { ...before, text }) : [systemMessage(text), ...messages];
};

/**
 * Returns the messages with a new text in the last user message, whose files remain; adds a message at the end if there
 * is none. An empty list stays empty. If the text does not change, the same messages are returned.
 */
export const augmentUser = (messages: readonly Message[], augment: (text: string) => string): readonly Message[] => {
  if (messages.length === 0) return messages;
  const index = messages.findLastIndex(isUser);
  const before = messages[index] as UserMessage | undefined;
  const current = before ? textOf(before) : '';
  const text = augment(current);
  if (text === current) return messages;
  return before ? messages.with(index, withText(before, text)) : [...messages, userMessage(text)];
};

const isSystem = (message: Message): message is SystemMessage => message.role === 'system';

const isUser = (message: Message): message is UserMessage => message.role === 'user';

// One text part replaces all others, at the position of the first, so that files stay before or after the text.
const withText = (message: UserMessage, text: string): UserMessage => {
  const { content } = message;
  const index = content.findIndex(({ type }) => type === 'text');
  const whole = { ...(content[index] as TextPart | undefined), type: 'text', text } as const;
  const files = content.slice(index + 1).filter(({ type }) => type !== 'text');
  return { ...message, content: [...content.slice(0, Math.max(index, 0)), whole, ...files] };
};
