import type { ChatResponse } from 'toolgate/model';
import type { ToolCallingChatOptions } from 'toolgate/tool';

/** What comes up the chain. */
export interface ChatClientResponse {
  readonly chatResponse: ChatResponse;
  readonly context: Readonly<Record<string, unknown>>;
  /** The options that reached the model: its tools are what the answer may call. */
  readonly sent?: ToolCallingChatOptions;
}
