import type { ModelName } from './chat-model.errors.js';
import type { ChatOptions } from './chat-options.js';
import type { ChatResponse } from './chat-response.js';
import type { ChatStream } from './chat-stream.js';
import type { JsonObject } from './json.js';
import type { Prompt } from './prompt.js';
import { SEAM } from './seam.js';

/** What a caller of a model may say beside the prompt. */
export interface ChatModelCall {
  /** Ends the request: the model closes its connection and rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Options a model starts from; their tools and tool context are for the chat client, and a model never reads them. */
export type ChatModelOptions = ChatOptions & {
  readonly tools?: readonly unknown[];
  readonly toolContext?: JsonObject;
};

/** Talks to a provider. A model is told of tools and never runs one. Also the injection token. */
export abstract class ChatModel {
  static readonly [SEAM]: string = 'ChatModel';

  readonly defaultOptions?: ChatModelOptions | undefined;
  /** Which model of which provider is asked, for what tells of it: spans, metrics. */
  readonly modelName?: ModelName | undefined;
  /** What an operator should know of this model; the application's log says it at start-up. */
  readonly warnings?: readonly string[] | undefined;
  /**
   * Whether answers are held to the schema of `responseFormat`; `without-tools`: only where the prompt brings no tools.
   * @default false
   */
  readonly supportsStructuredOutput?: boolean | 'without-tools' | undefined;
  abstract call(prompt: Prompt, call?: ChatModelCall): Promise<ChatResponse>;
  abstract stream(prompt: Prompt, call?: ChatModelCall): ChatStream;
}
