import type { ChatTurn, ConversationKey, TurnEnd } from 'toolgate/chat';
import {
  type AssistantMessage,
  assistantMessage,
  type ChatResponse,
  type Message,
  toolCallsOf,
  type ToolResultPart,
} from 'toolgate/model';

/** What an advisor sees of a turn's answers. */
export interface PassingAnswer {
  /** Whether each answer of the model passes by, and not the last only. */
  readonly insideLoop: boolean;
  /** The answer that passed by last. */
  answer?: ChatResponse;
}

/** What is known of a turn while it goes on. */
export interface TurnRecord extends PassingAnswer {
  readonly conversation: ConversationKey;
  /** What the model is told of the conversation before the turn. */
  readonly past: readonly Message[];
  /** The prompt's own messages of the turn, system messages left out. */
  readonly asked: readonly Message[];
}

const INTERRUPTED = assistantMessage(
  'I was interrupted before I could answer. What the tools have done so far stays done.',
);

/** What is remembered of a turn that ended: nothing where it has no answer and no tool was started. */
export const remembered = (record: TurnRecord, { exchanges = [] }: ChatTurn, end: TurnEnd): readonly Message[] => {
  const { insideLoop } = record;
  const asked = insideLoop ? record.asked : record.asked.filter(({ role }) => role === 'user');
  const answer = end.type === 'completed' ? finalAnswer(record, end.response.chatResponse) : undefined;
  if (answer) return [...asked, ...(insideLoop ? exchanges : []), answer];
  if (!exchanges.some(hasStarted)) return [];
  const isWithheld = end.type === 'completed' && isBlocked(end.response.chatResponse);
  return [...asked, ...(isWithheld ? exchanges.map(withoutWords) : exchanges), INTERRUPTED];
};

/** The answer a turn ended with, as the advisor saw it; undefined where there is none to remember. */
export const finalAnswer = (
  { answer, insideLoop }: PassingAnswer,
  last: ChatResponse,
): AssistantMessage | undefined => {
  if (!answer || isBlocked(answer) || isBlocked(last)) return undefined;
  const isCalling = toolCallsOf(answer.message).length > 0;
  // Inside the loop what ends it with results or at a limit does not pass by.
  const { message } = isCalling && insideLoop ? last : answer;
  // Calls that are left to the caller have no results yet, and an empty answer would spoil each prompt after it.
  return toolCallsOf(message).length > 0 || !message.content.some(saysSomething) ? undefined : message;
};

// The words that were blocked may stand in any of them; that the tools ran must be known all the same.
const withoutWords = (message: Message): Message => {
  if (message.role === 'assistant')
    return { ...message, content: message.content.filter(({ type }) => type !== 'text') };
  if (message.role !== 'tool') return message;
  return { ...message, content: message.content.map((part) => ({ ...part, output: WITHHELD })) };
};

const WITHHELD = { type: 'text', text: 'The result was withheld. What the tool has done stays done.' } as const;

// What was blocked once would have the prompts after it blocked, too.
const isBlocked = ({ finishReason }: ChatResponse): boolean => finishReason.unified === 'content-filter';

const saysSomething = (part: AssistantMessage['content'][number]): boolean =>
  part.type === 'text' ? part.text !== '' : part.type !== 'reasoning';

const hasStarted = (message: Message): boolean => message.role === 'tool' && message.content.some(isOfStartedTool);

const isOfStartedTool = ({ outcome }: ToolResultPart): boolean => {
  if (outcome.type === 'error') return STARTED_ERRORS.has(outcome.kind);
  return outcome.type === 'success' || outcome.type === 'unknown';
};

const STARTED_ERRORS = new Set(['execution', 'timeout', 'unserialisable-result']);
