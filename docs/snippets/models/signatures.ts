import type { ChatResponse, Prompt, StreamPart } from 'toolgate';
import type { ChatModel as RealModel } from 'toolgate';
import type { EmbeddingModel as RealEmbedding, EmbeddingResponse as RealResponse } from 'toolgate/model';
import type { ProviderMetadata, Usage } from 'toolgate/model';
import type { Agrees, Same } from '../same.js';

// #region chat-model
interface ChatModel {
  call(prompt: Prompt, call?: { readonly signal?: AbortSignal | undefined }): Promise<ChatResponse>;
  // Yields the parts as they come and returns the whole answer.
  stream(
    prompt: Prompt,
    call?: { readonly signal?: AbortSignal | undefined },
  ): AsyncGenerator<StreamPart, ChatResponse, void>;
}
// #endregion

// #region embedding-model
interface EmbeddingModel {
  embed(texts: readonly string[], call?: { readonly signal?: AbortSignal }): Promise<EmbeddingResponse>;
}

interface EmbeddingResponse {
  readonly embeddings: readonly (readonly number[])[]; // in the order of the texts, all of one length
  readonly usage?: Usage;
  readonly providerMetadata?: ProviderMetadata;
}
// #endregion

export type Checked = [
  Agrees<Same<Pick<RealModel, 'call' | 'stream'>, Pick<ChatModel, 'call' | 'stream'>>>,
  Agrees<Same<Pick<RealEmbedding, 'embed'>, Pick<EmbeddingModel, 'embed'>>>,
  Agrees<Same<EmbeddingResponse, RealResponse>>,
];
