import type { ChatResponse, JsonObject, Message } from 'toolgate/model';
import type { ToolCallingChatOptions, ToolCallLimits, ToolSource } from 'toolgate/tool';
import type { Advisor } from './advisor.js';
import type { MessageInput } from './message-input.js';
import type { SystemInput, UserInput } from './template/prompt-text.js';

/** Parameters of advisors, by name; they become the request's context. */
export interface AdvisorParams {
  /** `false` leaves the tool calls of the answer to the caller. @default true */
  readonly toolCallingAdvisorAutoRegister?: boolean;
  readonly [name: string]: unknown;
}

/** What every prompt of a client starts from. */
export interface ChatClientDefaults {
  /** The system text; a prompt's own takes its place, its parameters are laid over these. */
  readonly system?: SystemInput;
  /** The user text or parts where a prompt has none; parameters work alike. */
  readonly user?: UserInput;
  /** The tools a prompt is sent with, unless it names its own. */
  readonly tools?: readonly ToolSource[];
  /** What tools get beside their arguments: plain JSON. A prompt's own is laid over it, key by key. */
  readonly toolContext?: JsonObject;
  readonly options?: ToolCallingChatOptions;
  readonly advisors?: readonly Advisor[];
  readonly advisorParams?: AdvisorParams;
  /** The conversation the prompt belongs to. */
  readonly conversation?: string;
  /** How long a whole turn may take, with its tools. @default Infinity */
  readonly timeoutMs?: number;
  /** How much a turn may do. A prompt's own limits are laid over these, and these over the application's, name by name. */
  readonly limits?: ToolCallLimits;
}

/** One prompt as data: what each step of the fluent form adds to. */
export interface ChatClientRecord extends ChatClientDefaults {
  /** Messages between the system text and the text of the prompt, such as a history. */
  readonly messages?: readonly MessageInput[];
  /** The text of `prompt(text)`: a user message after `messages` and before `user`. It is not a template. */
  readonly text?: string;
  /** Stand beside the default tools, or beside the prompt's own. */
  readonly addedTools?: readonly ToolSource[];
  /** What tools get and nobody stores: tokens, open connections. */
  readonly transient?: Readonly<Record<string, unknown>>;
  /**
   * An answer of the model to these messages that calls tools, where a loop of the application's own asked the model: the
   * turn begins with its calls, and the model is not asked for it again.
   */
  readonly continueFrom?: ChatResponse;
  /** Ends the turn from outside. */
  readonly signal?: AbortSignal;
}

/** A prompt after its check: short forms of messages are written out. */
export type CheckedRecord = Omit<ChatClientRecord, 'messages'> & { readonly messages?: readonly Message[] };
