import type { JsonObject, JsonSchema } from '#core';
import type { ProviderMetadata } from './content.js';

/** An example input of a tool, for the model. */
export interface ToolInputExample {
  readonly input: JsonObject;
}

/** The definition of a tool, sent to the model. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** Whether the provider must enforce the schema. @default the provider's default */
  readonly strict?: boolean;
  readonly inputExamples?: readonly ToolInputExample[];
  /** Present for a tool that the provider runs itself: the provider's id of the tool, and its settings. */
  readonly provider?: { readonly id: string; readonly args: JsonObject };
  /** Options of single providers, by provider name. */
  readonly providerOptions?: ProviderMetadata;
}
