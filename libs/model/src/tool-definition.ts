import type { ProviderMetadata } from './content.js';
import type { JsonObject, JsonSchema } from './json.js';

/** An input that shows a model how a tool is called. */
export interface ToolInputExample {
  readonly input: JsonObject;
}

/** All that a model is told of a tool. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** Whether the provider may send only arguments that fit the schema. @default the provider's */
  readonly strict?: boolean;
  readonly inputExamples?: readonly ToolInputExample[];
  /** Present for a tool that the provider runs itself: the provider's name of it, and its settings. */
  readonly provider?: { readonly id: string; readonly args: JsonObject };
  /** What only one provider knows of tools, by provider name. */
  readonly providerOptions?: ProviderMetadata;
}
