import type { Message } from 'toolgate/model';
import type { ToolCallingChatOptions } from 'toolgate/tool';

/** The request of a turn as its client composes it from the prompt and the defaults. */
export interface ComposedRequest {
  readonly messages: readonly Message[];
  /** The model's options, and the tools, which stay in the application. The tool context is `turn.context`. */
  readonly options: ToolCallingChatOptions;
  /** The parameters of the advisors, and the data that they pass to each other. */
  readonly context: Readonly<Record<string, unknown>>;
}
