import type { ChatResponse } from 'toolgate/model';
import type { ToolCallingChatOptions } from 'toolgate/tool';

/** The response that passes back through the chain. */
export interface ChatClientResponse {
  readonly chatResponse: ChatResponse;
  readonly context: Readonly<Record<string, unknown>>;
  /** The options that the model received: the answer may call their tools. */
  readonly sent?: ToolCallingChatOptions;
}
