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
