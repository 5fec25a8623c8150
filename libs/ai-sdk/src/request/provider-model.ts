import type { ChatOptions, JsonObject, ToolDefinition } from 'toolgate/model';
import type { AiSdkSpecificationVersion } from '../provider/ai-sdk-language-model.js';
import type { ProviderAnswer, ProviderStreamPart } from '../provider/provider-answer.js';
import type { ProviderMessage } from './provider-prompt.js';

/** A tool as a provider receives it. A tool of another type than `function` is the provider's own. */
export type ProviderTool =
  | ({ readonly type: 'function' } & ToolDefinition)
  | ({ readonly type: 'provider' | 'provider-defined' } & JsonObject);

/** One request, as the AI SDK defines it. */
export interface ProviderCallOptions extends Omit<ChatOptions, 'model'> {
  readonly prompt: readonly ProviderMessage[];
  readonly tools?: readonly ProviderTool[];
  readonly abortSignal?: AbortSignal;
}

/** The members of a web stream that are used: one reader, and its cancellation. */
interface ProviderStream {
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: ProviderStreamPart }>;
    cancel(reason?: unknown): Promise<void>;
  };
  cancel(reason?: unknown): Promise<void>;
}

/** A language model of any supported version, with the types of its calls. */
export interface ProviderModel {
  readonly specificationVersion: AiSdkSpecificationVersion;
  readonly provider: string;
  readonly modelId: string;
  doGenerate(options: ProviderCallOptions): PromiseLike<ProviderAnswer>;
  doStream(options: ProviderCallOptions): PromiseLike<{ readonly stream: ProviderStream }>;
}
