import type { Message } from 'toolgate/model';
import type { ToolCallingChatOptions } from 'toolgate/tool';
import type { ChatTurn } from './chat-turn.js';

/** What goes down the chain. An advisor hands on a changed copy: `{ ...request, messages }`. */
export interface ChatClientRequest {
  readonly messages: readonly Message[];
  /** The model's settings, and the tools, which stay in the application. Their context is `turn.context`. */
  readonly options: ToolCallingChatOptions;
  /** The parameters of the advisors, and what they tell each other. */
  readonly context: Readonly<Record<string, unknown>>;
  readonly turn: ChatTurn;
  /** The model's answers before this one within the turn. */
  readonly round: number;
  /** The turn has waited for a person, and goes on: what stands before `next` may have been done already. */
  readonly resumed?: true;
}
