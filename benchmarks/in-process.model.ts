import {
  assistantMessage,
  ChatModel,
  type ChatResponse,
  type ChatStream,
  type Prompt,
  type StreamPart,
} from 'toolgate/model';

const CALL = {
  type: 'tool-call',
  toolCallId: 'call-1',
  toolName: 'findOrder0',
  input: '{"orderNumber":"A-1042"}',
} as const;

const CALLS: ChatResponse = {
  message: assistantMessage([CALL]),
  finishReason: { unified: 'tool-calls' },
  usage: { inputTokens: 10, outputTokens: 5 },
};

const WORDS = 'Order A-1042 was paid on Monday and it will be with you on Thursday, have a good day.'.split(/(?<= )/);

const ANSWERS: ChatResponse = {
  message: assistantMessage(WORDS.join('')),
  finishReason: { unified: 'stop' },
  usage: { inputTokens: 20, outputTokens: 18 },
};

const partsOf = ({ finishReason, usage }: ChatResponse, parts: readonly StreamPart[]): readonly StreamPart[] => [
  ...parts,
  { type: 'finish', finishReason, usage },
];

const CALL_PARTS = partsOf(CALLS, [CALL]);
const ANSWER_PARTS = partsOf(
  ANSWERS,
  WORDS.map((delta) => ({ type: 'text-delta', id: '0', delta })),
);

/** Calls one tool, then answers; no I/O. */
export class InProcessModel extends ChatModel {
  async call({ messages }: Prompt): Promise<ChatResponse> {
    return messages.at(-1)!.role === 'user' ? CALLS : ANSWERS;
  }

  async *stream({ messages }: Prompt): ChatStream {
    const first = messages.at(-1)!.role === 'user';
    for (const part of first ? CALL_PARTS : ANSWER_PARTS) yield part;
    return first ? CALLS : ANSWERS;
  }
}
