import type { Message } from 'toolgate/model';
import type { ToolCallingChatOptions } from 'toolgate/tool';
import type { ChatTurn } from './chat-turn.js';

/**
 * The request that passes through the chain. An advisor passes a changed copy to the next one: `{ ...request, messages
 * }`.
 */
export interface ChatClientRequest {
  readonly messages: readonly Message[];
  /** The model's options, and the tools, which stay in the application. The tool context is `turn.context`. */
  readonly options: ToolCallingChatOptions;
  /** The parameters of the advisors, and the data that they pass to each other. */
  readonly context: Readonly<Record<string, unknown>>;
  readonly turn: ChatTurn;
  /** The number of answers of the model before this one within the turn. */
  readonly round: number;
  /** `true` if the turn was suspended and resumes: code before `next` may have run already. */
  readonly resumed?: true;
}
