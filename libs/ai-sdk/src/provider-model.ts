import type { ChatOptions, JsonObject, ToolDefinition } from 'toolgate/model';
import type { AiSdkSpecificationVersion } from './ai-sdk-language-model.js';
import type { ProviderAnswer, ProviderStreamPart } from './provider-answer.js';
import type { ProviderMessage } from './provider-prompt.js';

/** A tool as a provider is told of it; one that is not a function is the provider's own. */
export type ProviderTool =
  ({ readonly type: 'function' } & ToolDefinition) | ({ readonly type: 'provider' | 'provider-defined' } & JsonObject);

/** One request in the words of the AI SDK. */
export interface ProviderCallOptions extends Omit<ChatOptions, 'model'> {
  readonly prompt: readonly ProviderMessage[];
  readonly tools?: readonly ProviderTool[];
  readonly abortSignal?: AbortSignal;
}

/** The part of a web stream that is used: one reader, and the means to leave it. */
export interface ProviderStream {
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: ProviderStreamPart }>;
    cancel(reason?: unknown): Promise<void>;
  };
  cancel(reason?: unknown): Promise<void>;
}

/** A language model of any accepted version, as it is called. */
export interface ProviderModel {
  readonly specificationVersion: AiSdkSpecificationVersion;
  readonly provider: string;
  readonly modelId: string;
  doGenerate(options: ProviderCallOptions): PromiseLike<ProviderAnswer>;
  doStream(options: ProviderCallOptions): PromiseLike<{ readonly stream: ProviderStream }>;
}
