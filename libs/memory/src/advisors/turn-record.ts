import type { ChatTurn, ConversationKey, TurnEnd } from 'toolgate/chat';
import {
  type AssistantMessage,
  assistantMessage,
  type ChatResponse,
  type Message,
  textOf,
  toolCallsOf,
  type ToolResultPart,
} from 'toolgate/model';

/** The answers of a turn that pass through an advisor. */
export interface PassingAnswer {
  /** `true` if each answer of the model passes through the advisor, and not only the last one. */
  readonly insideLoop: boolean;
  /** The last answer that passed through the advisor. */
  answer?: ChatResponse;
}

/** The state of a turn in an advisor. */
export interface TurnRecord extends PassingAnswer {
  readonly conversation: ConversationKey;
  /** The messages of the conversation before the turn. */
  readonly past: readonly Message[];
  /** The prompt's own messages of the turn, without system messages. */
  readonly asked: readonly Message[];
}

const INTERRUPTED = assistantMessage(
  'I was interrupted before I could answer. What the tools have done so far stays done.',
);

/** Whether the messages of a turn end with its answer. Otherwise only its tools are worth remembering. */
export const isAnswered = (messages: readonly Message[]): boolean => {
  const last = messages.at(-1);
  return last?.role === 'assistant' && textOf(last) !== textOf(INTERRUPTED);
};

/** Returns the messages of an ended turn to store; none if the turn has no answer and started no tool. */
export const remembered = (record: TurnRecord, { exchanges = [] }: ChatTurn, end: TurnEnd): readonly Message[] => {
  const { insideLoop } = record;
  const asked = insideLoop ? record.asked : record.asked.filter(({ role }) => role === 'user');
  const answer = end.type === 'completed' ? finalAnswer(record, end.response.chatResponse) : undefined;
  if (answer) return [...asked, ...(insideLoop ? exchanges : []), answer];
  if (!exchanges.some(hasStarted)) return [];
  const isWithheld = end.type === 'completed' && isBlocked(end.response.chatResponse);
  return [...asked, ...(isWithheld ? exchanges.map(withoutWords) : exchanges), INTERRUPTED];
};

/** Returns the final answer of a turn, as the advisor saw it; undefined if there is none to store. */
export const finalAnswer = (
  { answer, insideLoop }: PassingAnswer,
  last: ChatResponse,
): AssistantMessage | undefined => {
  if (!answer || isBlocked(answer) || isBlocked(last)) return undefined;
  const isCalling = toolCallsOf(answer.message).length > 0;
  // Inside the loop, an answer with direct results or a limit answer does not pass through the advisor.
  const { message } = isCalling && insideLoop ? last : answer;
  // Calls that are left to the caller have no results yet, and an empty answer would spoil each later prompt.
  return toolCallsOf(message).length > 0 || !message.content.some(hasContent) ? undefined : message;
};

// Any of these messages may contain the blocked words; the fact that the tools ran must still be stored.
const withoutWords = (message: Message): Message => {
  if (message.role === 'assistant')
    return { ...message, content: message.content.filter(({ type }) => type !== 'text') };
  if (message.role !== 'tool') return message;
  return { ...message, content: message.content.map((part) => ({ ...part, output: WITHHELD })) };
};

const WITHHELD = { type: 'text', text: 'The result was withheld. What the tool has done stays done.' } as const;

// A stored blocked message would block later prompts too.
const isBlocked = ({ finishReason }: ChatResponse): boolean => finishReason.unified === 'content-filter';

const hasContent = (part: AssistantMessage['content'][number]): boolean =>
  part.type === 'text' ? part.text !== '' : part.type !== 'reasoning';

const hasStarted = (message: Message): boolean => message.role === 'tool' && message.content.some(isOfStartedTool);

const isOfStartedTool = ({ outcome }: ToolResultPart): boolean => {
  if (outcome.type === 'error') return STARTED_ERRORS.has(outcome.kind);
  return STARTED.has(outcome.type);
};

// A client tool has run in the client when its requester has responded. The response of an approver counts, too: it has
// the same outcome, and may report what the approver has done.
const STARTED = new Set<ToolResultPart['outcome']['type']>(['success', 'unknown', 'responded']);

const STARTED_ERRORS = new Set(['execution', 'timeout', 'unserialisable-result']);
