import type { ChatModel } from 'toolgate/model';
import type { ChatClientDefaults } from '../prompt/chat-client-record.js';
import type { ToolLoopOptions } from '../turn/chat-client-runtime.js';
import type { LiveTurnOptions } from '../live/options.js';
import type { RetryOptions } from '../model-call/retry-options.js';

/** Options of the application's chat client. */
export interface ChatModuleOptions {
  /** The model; or provide `ChatModel` in any module. */
  readonly model?: ChatModel;
  /** The defaults of the client. */
  readonly client?: ChatClientDefaults;
  readonly toolCalling?: ToolLoopOptions;
  /** How a failed model call is retried if the failure may pass; `false` calls the model once. @default three attempts */
  readonly retry?: RetryOptions | boolean;
  /** How long the parts of live turns are stored. */
  readonly liveTurns?: LiveTurnOptions;
}

/** The defaults of a named client, its model and its tool loop. */
export interface ChatClientOptions extends ChatClientDefaults {
  /** @default the application's */
  readonly model?: ChatModel;
  /** @default the application's */
  readonly toolCalling?: ToolLoopOptions;
  /** @default the application's */
  readonly retry?: RetryOptions | boolean;
}
