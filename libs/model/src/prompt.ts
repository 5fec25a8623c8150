import type { ChatOptions } from './chat-options.js';
import type { Message } from './message.js';
import type { ToolDefinition } from './tool-definition.js';

/** One request to a model; plain JSON. */
export interface Prompt {
  readonly messages: readonly Message[];
  readonly options?: ChatOptions;
  readonly tools?: readonly ToolDefinition[];
}
