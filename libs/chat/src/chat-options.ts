import type { ChatModel } from 'toolgate/model';
import type { ChatClientDefaults } from './chat-client-record.js';
import type { ToolLoopOptions } from './chat-client-runtime.js';
import type { RetryOptions } from './retry/retry-options.js';

/** How the application's chat client is made. */
export interface ChatModuleOptions {
  /** The model; or provide `ChatModel` in any module. */
  readonly model?: ChatModel;
  /** The defaults of the client. */
  readonly client?: ChatClientDefaults;
  readonly toolCalling?: ToolLoopOptions;
  /** How a model is asked again that failed for a reason that may pass; `false` asks once. @default three attempts */
  readonly retry?: RetryOptions | boolean;
}

/** What a client of a name starts each prompt from, and what it talks to. */
export interface ChatClientOptions extends ChatClientDefaults {
  /** @default the application's */
  readonly model?: ChatModel;
  /** @default the application's */
  readonly toolCalling?: ToolLoopOptions;
  /** @default the application's */
  readonly retry?: RetryOptions | boolean;
}
