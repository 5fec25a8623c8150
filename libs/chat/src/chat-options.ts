import type { ChatModel } from 'toolgate/model';
import type { ChatClientDefaults } from './chat-client-record.js';
import type { ToolLoopOptions } from './chat-client-runtime.js';

/** How the application's chat client is made. */
export interface ChatModuleOptions {
  /** The model; or provide `ChatModel` in any module. */
  readonly model?: ChatModel;
  /** The defaults of the client. */
  readonly client?: ChatClientDefaults;
  readonly toolCalling?: Omit<ToolLoopOptions, 'checker'>;
}

/** What a client of a name starts each prompt from, and what it talks to. */
export interface ChatClientOptions extends ChatClientDefaults {
  /** @default the application's */
  readonly model?: ChatModel;
  /** @default the application's */
  readonly toolCalling?: Omit<ToolLoopOptions, 'checker'>;
}
