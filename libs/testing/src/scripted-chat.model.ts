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
  toolCallsOf,
  type ToolCallPart,
} from 'toolgate/model';
import { streamPartsOf } from './stream-parts-of.js';

/** One answer of a script: text, whole or partial responses, an error to throw, or a function of the prompt. */
export type ScriptedAnswer =
  | string
  | Error
  | AssistantMessage
  | (Partial<ChatResponse> & Pick<ChatResponse, 'message'>)
  | ((prompt: Prompt, call: ChatModelCall) => ScriptedAnswer | Promise<ScriptedAnswer>);

/** How a scripted model behaves beside its answers. */
export interface ScriptedChatModelOptions {
  readonly defaultOptions?: ChatModelOptions;
  /** Characters a chunk of a stream. @default 4 */
  readonly chunkSize?: number;
  /** An error to throw in mid-stream, behind so many parts. */
  readonly cutAfterParts?: number;
}

/** A model that answers from a script and keeps the prompts it was given. Behind the script's end it throws. */
export class ScriptedChatModel extends ChatModel {
  override readonly defaultOptions?: ChatModelOptions;
  /** The prompts, in order, as they came. */
  readonly prompts: Prompt[] = [];
  /** How often a stream or call was left or aborted before its end. */
  aborted = 0;
  private next = 0;

  constructor(
    private readonly script: readonly ScriptedAnswer[],
    private readonly options: ScriptedChatModelOptions = {},
  ) {
    super();
    this.defaultOptions = options.defaultOptions;
  }

  async call(prompt: Prompt, call: ChatModelCall = {}): Promise<ChatResponse> {
    this.prompts.push(structuredClone(prompt));
    return this.answer(prompt, call);
  }

  async *stream(prompt: Prompt, call: ChatModelCall = {}): ChatStream {
    this.prompts.push(structuredClone(prompt));
    const response = await this.answer(prompt, call);
    let sent = 0;
    let ended = false;
    try {
      for (const part of streamPartsOf(response, this.options.chunkSize)) {
        call.signal?.throwIfAborted();
        if (sent++ === this.options.cutAfterParts) throw new Error('The connection was cut.');
        yield part;
      }
      ended = true;
      return response;
    } finally {
      if (!ended) this.aborted++;
    }
  }

  private async answer(prompt: Prompt, call: ChatModelCall): Promise<ChatResponse> {
    call.signal?.throwIfAborted();
    let answer: ScriptedAnswer | undefined = this.script[this.next++];
    while (typeof answer === 'function') answer = await answer(prompt, call);
    if (answer === undefined)
      throw new Error(`The script has ${this.script.length} answers, and one more was asked for.`);
    if (answer instanceof Error) throw answer;
    return toResponse(answer);
  }
}

/** A call for a script: `toolCall('refund', { orderNumber: 'A-1' })`. Text is taken as it is, valid JSON or not. */
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

/** An answer of a script that calls tools, with text before the calls if wanted. */
export const callsTools = (...parts: readonly (AssistantPart | string)[]): AssistantMessage =>
  assistantMessage(parts.map((part) => (typeof part === 'string' ? { type: 'text', text: part } : part)));

const toResponse = (answer: Exclude<ScriptedAnswer, Error | Function>): ChatResponse => {
  if (typeof answer === 'string') return toResponse(assistantMessage(answer));
  if ('role' in answer) return toResponse({ message: answer });
  const unified = toolCallsOf(answer.message).length > 0 ? 'tool-calls' : 'stop';
  return { finishReason: { unified }, usage: {}, ...answer };
};
