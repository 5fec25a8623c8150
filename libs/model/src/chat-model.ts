import { type JsonObject, SEAM } from '#core';
import type { ModelName } from './chat-model.errors.js';
import type { ChatOptions } from './chat-options.js';
import type { ChatResponse } from './chat-response.js';
import type { ChatStream } from './chat-stream.js';
import type { Prompt } from './prompt.js';

/** The options of a model call besides the prompt. */
export interface ChatModelCall {
  /** Aborts the request: the model closes its connection and rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** The default options of a model. Tools and tool context in them are for the chat client; a model never reads them. */
export type ChatModelOptions = ChatOptions & {
  readonly tools?: readonly unknown[];
  readonly toolContext?: JsonObject;
};

/** Sends prompts to a provider. A model receives tool definitions and never runs a tool. Also the injection token. */
export abstract class ChatModel {
  static readonly [SEAM]: string = 'ChatModel';

  readonly defaultOptions?: ChatModelOptions | undefined;
  /** The names of the model and the provider, for spans and metrics. */
  readonly modelName?: ModelName | undefined;
  /** Warnings about this model for the operator, logged at start-up. */
  readonly warnings?: readonly string[] | undefined;
  /**
   * Whether the provider enforces the schema of `responseFormat`; `without-tools`: only if the prompt has no tools.
   * @default false
   */
  readonly supportsStructuredOutput?: boolean | 'without-tools' | undefined;
  abstract call(prompt: Prompt, call?: ChatModelCall): Promise<ChatResponse>;
  abstract stream(prompt: Prompt, call?: ChatModelCall): ChatStream;
}
