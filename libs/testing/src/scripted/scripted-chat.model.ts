import {
  type AssistantMessage,
  type AssistantPart,
  assistantMessage,
  ChatModel,
  type ChatModelCall,
  type ChatModelOptions,
  type ChatResponse,
  type ChatStream,
  type JsonObject,
  type Prompt,
  type StreamPart,
  toolCallsOf,
  type ToolCallPart,
} from 'toolgate/model';
import { streamPartsOf } from './stream-parts.js';

/** One answer of a script: a string, a whole or partial response, an error to throw, or a function of the prompt. */
export type ScriptedAnswer =
  | string
  | Error
  | AssistantMessage
  | (Partial<ChatResponse> & Pick<ChatResponse, 'message'>)
  | ((prompt: Prompt, call: ChatModelCall) => ScriptedAnswer | Promise<ScriptedAnswer>);

/** Options of a scripted model. */
export interface ScriptedChatModelOptions {
  readonly defaultOptions?: ChatModelOptions;
  /** The number of characters of a stream chunk. @default 4 */
  readonly chunkSize?: number;
  /** Whether the model reports that it enforces a schema. */
  readonly supportsStructuredOutput?: ChatModel['supportsStructuredOutput'];
  /** Awaited before each part of a stream: a promise delays the part, an error ends the stream. */
  readonly beforePart?: (part: StreamPart, index: number) => unknown;
}

/**
 * A model that answers from a script and records its prompts. It throws after the end of the script. A function in the
 * script may return a promise: the model answers when the promise resolves, or rejects when the call is aborted.
 */
export class ScriptedChatModel extends ChatModel {
  override readonly defaultOptions?: ChatModelOptions;
  override readonly supportsStructuredOutput?: ChatModel['supportsStructuredOutput'];
  /** The received prompts, in order. */
  readonly prompts: Prompt[] = [];
  /** The number of calls and streams that were aborted or left early. */
  aborted = 0;

  constructor(
    private readonly script: readonly ScriptedAnswer[],
    private readonly options: ScriptedChatModelOptions = {},
  ) {
    super();
    this.defaultOptions = options.defaultOptions;
    this.supportsStructuredOutput = options.supportsStructuredOutput;
  }

  async call(prompt: Prompt, call: ChatModelCall = {}): Promise<ChatResponse> {
    try {
      return await unlessAborted(() => this.answer(prompt, call), call.signal);
    } catch (error) {
      if (call.signal?.aborted) this.aborted++;
      throw error;
    }
  }

  async *stream(prompt: Prompt, call: ChatModelCall = {}): ChatStream {
    const { chunkSize, beforePart } = this.options;
    let left = true;
    try {
      const response = await unlessAborted(() => this.answer(prompt, call), call.signal);
      for (const [index, part] of streamPartsOf(response, chunkSize).entries()) {
        await unlessAborted(() => beforePart?.(part, index), call.signal);
        yield part;
      }
      left = false;
      return response;
    } catch (error) {
      left = call.signal?.aborted === true;
      throw error;
    } finally {
      if (left) this.aborted++;
    }
  }

  private async answer(prompt: Prompt, call: ChatModelCall): Promise<ChatResponse> {
    const count = this.prompts.push(structuredClone(prompt));
    let answer: ScriptedAnswer | undefined = this.script[count - 1];
    while (typeof answer === 'function') answer = await answer(prompt, call);
    if (answer instanceof Error) throw answer;
    if (answer !== undefined) return toResponse(answer);
    throw new Error(
      `The script has ${this.script.length} answers, and the model was asked ${count} times. The last message was: ` +
        JSON.stringify(prompt.messages.at(-1)),
    );
  }
}

/**
 * Returns a tool call for a script: `toolCall('refund', { orderNumber: 'A-1' })`. A string is used as it is, even if it
 * is not valid JSON.
 */
export const toolCall = (
  toolName: string,
  input: JsonObject | string = {},
  toolCallId = `call-${toolName}`,
): ToolCallPart => ({
  type: 'tool-call',
  toolCallId,
  toolName,
  input: typeof input === 'string' ? input : JSON.stringify(input),
});

/**
 * Returns an answer that calls tools, with optional text before the calls. Calls of one tool without explicit ids get
 * unique ids: `call-find`, `call-find-2`.
 */
export const callsTools = (...parts: readonly (AssistantPart | string)[]): AssistantMessage => {
  const ids = new Set<string>();
  return assistantMessage(
    parts.map((part) => {
      if (typeof part === 'string') return { type: 'text', text: part };
      return part.type === 'tool-call' ? withOwnId(part, ids) : part;
    }),
  );
};

const withOwnId = (part: ToolCallPart, ids: Set<string>): ToolCallPart => {
  const id = part.toolCallId;
  // An explicit id stays, even if the script repeats it.
  if (!ids.has(id) || id !== `call-${part.toolName}`) {
    ids.add(id);
    return part;
  }
  let count = 2;
  while (ids.has(`${id}-${count}`)) count += 1;
  ids.add(`${id}-${count}`);
  return { ...part, toolCallId: `${id}-${count}` };
};

const toResponse = (answer: Exclude<ScriptedAnswer, Error | Function>): ChatResponse => {
  if (typeof answer === 'string') return toResponse(assistantMessage(answer));
  if ('role' in answer) return toResponse({ message: answer });
  const unified = toolCallsOf(answer.message).length > 0 ? 'tool-calls' : 'stop';
  return { finishReason: { unified }, usage: {}, ...answer, message: withoutEmptyTexts(answer.message) };
};

// A stream has no part for empty texts either.
const withoutEmptyTexts = (message: AssistantMessage): AssistantMessage => ({
  ...message,
  content: message.content.filter((part) => part.type !== 'text' || part.text !== '' || part.providerMetadata),
});

const unlessAborted = async <T>(work: () => T | Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
  signal?.throwIfAborted();
  let leave = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    leave = () => reject(signal?.reason);
  });
  signal?.addEventListener('abort', leave);
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal?.removeEventListener('abort', leave);
  }
};
