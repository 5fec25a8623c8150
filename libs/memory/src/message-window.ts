import type { Message } from 'toolgate/model';

/** How much of a conversation fits. */
export interface WindowLimits {
  readonly maxMessages: number;
  readonly maxTokens: number;
  readonly countTokens: (message: Message) => number;
}

/** The end of a conversation, and whether that is all of it. */
export interface ConversationEnd {
  readonly messages: readonly Message[];
  readonly isWhole: boolean;
}

/**
 * What fits of a conversation: it begins with a question, and never between a tool's call and its result. System
 * messages stay and count. The last turn stays whole, also where it alone is too long. Undefined where the end that
 * was given does not hold it.
 */
export const windowOf = (end: ConversationEnd, limits: WindowLimits): readonly Message[] | undefined => {
  const { messages, isWhole } = end;
  const { start, everythingFits } = findStart(end, limits);
  if (everythingFits && isWhole) return messages;
  if (start === undefined) return isWhole ? messages.filter(isSystem) : undefined;
  return messages.filter((message, index) => index >= start || isSystem(message));
};

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

// Behind a result, a user message is an instruction for the turn that goes on.
const isStart = ({ messages, isWhole }: ConversationEnd, index: number): boolean => {
  if (messages[index]!.role !== 'user') return false;
  let before = index - 1;
  while (before >= 0 && isSystem(messages[before]!)) before--;
  return before < 0 ? isWhole : messages[before]!.role !== 'tool';
};
