import type { ProviderMetadata } from 'toolgate/model';
import type { AiSdkEmbedder } from './ai-sdk-embedder.js';

/** One request for embeddings, as the AI SDK defines it. */
export interface ProviderEmbedCall {
  readonly values: readonly string[];
  readonly abortSignal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  readonly providerOptions?: ProviderMetadata;
}

/** The embeddings of one request, in the order of its values. */
export interface ProviderEmbeddings {
  readonly embeddings: readonly (readonly number[])[];
  readonly usage?: { readonly tokens?: number };
  readonly providerMetadata?: ProviderMetadata;
}

/** An embedding model of any supported version, with the types of its calls. */
export interface ProviderEmbedder extends Omit<AiSdkEmbedder, 'doEmbed'> {
  doEmbed(options: ProviderEmbedCall): PromiseLike<ProviderEmbeddings>;
}
