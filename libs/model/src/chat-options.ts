import type { ProviderMetadata } from './content.js';
import type { JsonSchema } from './json.js';

/**
 * How the model should choose among the tools of a prompt. A choice that requires a call holds for the first round of a
 * turn only, so that the model can answer after it; with `everyRound` it holds until the turn reaches a limit.
 */
export type ToolChoice =
  | { readonly type: 'auto' | 'none' }
  | { readonly type: 'required'; readonly everyRound?: boolean }
  | { readonly type: 'tool'; readonly toolName: string; readonly everyRound?: boolean };

/** The form an answer must have. */
export type ResponseFormat =
  | { readonly type: 'text' }
  | {
      readonly type: 'json';
      readonly schema?: JsonSchema;
      readonly name?: string;
      readonly description?: string;
    };

/** Settings of one request to a model; an absent one is the provider's default. */
export interface ChatOptions {
  /** Another model of the same provider, where the chat model can switch. */
  readonly model?: string;
  readonly maxOutputTokens?: number;
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly presencePenalty?: number;
  readonly frequencyPenalty?: number;
  readonly stopSequences?: readonly string[];
  readonly seed?: number;
  /** How hard the model should reason, in the provider's words, such as `low` or `high`. */
  readonly reasoning?: string;
  readonly toolChoice?: ToolChoice;
  readonly responseFormat?: ResponseFormat;
  /** HTTP headers for this request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Settings only one provider knows, by provider name. */
  readonly providerOptions?: ProviderMetadata;
}
