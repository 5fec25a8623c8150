import type { Message } from 'toolgate/model';

/** The size of a window over a conversation. */
export interface WindowLimits {
  readonly maxMessages: number;
  readonly maxTokens: number;
  readonly countTokens: (message: Message) => number;
}

/** The end of a conversation, and whether that is the whole conversation. */
interface ConversationEnd {
  readonly messages: readonly Message[];
  readonly isWhole: boolean;
}

/**
 * Returns the messages of a conversation that fit: they begin with a user message, and never between a tool call and its
 * result. System messages are included and count. The last turn is complete even if it is too long.
 */
export const windowOfAll = (messages: readonly Message[], limits: WindowLimits): readonly Message[] => {
  const { start = Infinity, everythingFits } = findStart({ messages, isWhole: true }, limits);
  return everythingFits ? messages : from(start, messages);
};

/**
 * Works like `windowOfAll` for the end of a longer conversation; undefined if the end does not contain the last turn.
 */
export const windowOfEnd = (messages: readonly Message[], limits: WindowLimits): readonly Message[] | undefined => {
  const { start } = findStart({ messages, isWhole: false }, limits);
  return start === undefined ? undefined : from(start, messages);
};

const from = (start: number, messages: readonly Message[]): readonly Message[] =>
  messages.filter((message, index) => index >= start || isSystem(message));

const findStart = (end: ConversationEnd, limits: WindowLimits): { start?: number; everythingFits: boolean } => {
  const { messages } = end;
  const { maxMessages, maxTokens, countTokens } = limits;
  const tokensOf = maxTokens === Infinity ? () => 0 : countTokens;
  const system = messages.filter(isSystem);
  let tokens = maxTokens - system.reduce((sum, message) => sum + tokensOf(message), 0);
  let room = maxMessages - system.length;
  let start: number | undefined;
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index]!;
    if (isSystem(message)) continue;
    room--;
    tokens -= tokensOf(message);
    if (start !== undefined && (room < 0 || tokens < 0)) break;
    if (isStart(end, index)) start = index;
  }
  return { start, everythingFits: room >= 0 && tokens >= 0 };
};

const isSystem = ({ role }: Message): boolean => role === 'system';

// After a tool result, a user message is an instruction for the same turn.
const isStart = ({ messages, isWhole }: ConversationEnd, index: number): boolean => {
  if (messages[index]?.role !== 'user') return false;
  let before = index - 1;
  while (messages[before]?.role === 'system') before--;
  return before < 0 ? isWhole : messages[before]?.role !== 'tool';
};
