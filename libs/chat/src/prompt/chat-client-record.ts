import type { ChatResponse, JsonObject, Message } from 'toolgate/model';
import type { ToolCallingChatOptions, ToolCallLimits, ToolContext, ToolSource } from 'toolgate/tool';
import type { Advisor } from '../contract/advisor.js';
import type { RegenerateInput } from '../contract/chat-turn.js';
import type { MessageInput } from './message-input.js';
import type { SystemInput, UserInput } from './prompt-text.js';

/** Parameters of advisors, by name; they become the context of the request. */
export interface AdvisorParams {
  /** `false` leaves the tool calls of the answer to the caller. @default true */
  readonly toolCallingAdvisorAutoRegister?: boolean;
  readonly [name: string]: unknown;
}

/** The values that every prompt of a client starts with. */
export interface ChatClientDefaults {
  /** The system text. A prompt's own text replaces it; a prompt's parameters override these by name. */
  readonly system?: SystemInput;
  /** The user text or parts of a prompt that has none. Parameters work as in `system`. */
  readonly user?: UserInput;
  /** The tools of a prompt that names none of its own. */
  readonly tools?: readonly ToolSource[];
  /** Data for the tools beside their arguments: plain JSON. A prompt's own data overrides it key by key. */
  readonly toolContext?: JsonObject;
  readonly options?: ToolCallingChatOptions;
  readonly advisors?: readonly Advisor[];
  readonly advisorParams?: AdvisorParams;
  /** The conversation that the prompt belongs to. */
  readonly conversation?: string;
  /** How long a whole turn may take with its tools, in milliseconds. @default Infinity */
  readonly timeoutMs?: number;
  /**
   * Limits on the tool calls of a turn. A prompt's own limits override these, and these override the application's,
   * name by name.
   */
  readonly limits?: ToolCallLimits;
}

/** One prompt as data. Each step of the fluent form adds to this record. */
export interface ChatClientRecord extends ChatClientDefaults {
  /** Messages between the system text and the text of the prompt, such as a history. */
  readonly messages?: readonly MessageInput[];
  /** The text of `prompt(text)`: a user message after `messages` and before `user`. It is not a template. */
  readonly text?: string;
  /** Tools in addition to the default tools, or to the prompt's own. */
  readonly addedTools?: readonly ToolSource[];
  /** Transient data for the tools, which is never stored: tokens, open connections. */
  readonly transient?: Readonly<Record<string, unknown>>;
  /**
   * An answer of the model to these messages that contains tool calls, from a loop of the application's own. The turn
   * begins with these calls, and the first round calls no model.
   */
  readonly continueFrom?: ChatResponse;
  /** Asks the last question of the conversation again, in place of a text; its answer replaces the last turn. */
  readonly regenerate?: RegenerateInput;
  /** Aborts the turn. */
  readonly signal?: AbortSignal;
}

/** A prompt after its validation: short forms of messages are written out. */
export type CheckedRecord = Omit<ChatClientRecord, 'messages'> & {
  readonly messages?: readonly Message[];
  /** Requests the entity of the prompt. */
  readonly entity?: Advisor;
  /** The context of the call whose body the turn is. */
  readonly outer?: ToolContext;
};
