import type { JsonSchema } from '#core';
import type { ProviderMetadata } from './content.js';

/**
 * How the model should choose among the tools of a prompt. A choice that requires a call applies only to the first round of
 * a turn, so that the model can answer after it. With `everyRound` it applies until the turn reaches a limit.
 */
export type ToolChoice =
  | { readonly type: 'auto' | 'none' }
  | { readonly type: 'required'; readonly everyRound?: boolean }
  | { readonly type: 'tool'; readonly toolName: string; readonly everyRound?: boolean };

/** The required format of an answer. */
export type ResponseFormat =
  | { readonly type: 'text' }
  | {
      readonly type: 'json';
      readonly schema?: JsonSchema;
      readonly name?: string;
      readonly description?: string;
    };

/** Settings of one request to a model. A missing setting has the provider's default. */
export interface ChatOptions {
  /** Another model of the same provider, if the chat model supports switching. */
  readonly model?: string;
  readonly maxOutputTokens?: number;
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly presencePenalty?: number;
  readonly frequencyPenalty?: number;
  readonly stopSequences?: readonly string[];
  readonly seed?: number;
  /** The reasoning effort, as the provider names it, such as `low` or `high`. */
  readonly reasoning?: string;
  readonly toolChoice?: ToolChoice;
  readonly responseFormat?: ResponseFormat;
  /** HTTP headers for this request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Settings of single providers, by provider name. */
  readonly providerOptions?: ProviderMetadata;
}
