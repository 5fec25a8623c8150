import { SEAM } from '#core';
import type { ProviderMetadata } from './content.js';
import type { Usage } from './usage.js';

/** The options of an embedding call besides the texts. */
export interface EmbeddingModelCall {
  /** Aborts the request: the model rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** The embeddings of texts, in the order of the texts and all of the same length; plain JSON. */
export interface EmbeddingResponse {
  readonly embeddings: readonly (readonly number[])[];
  readonly usage?: Usage;
  readonly providerMetadata?: ProviderMetadata;
}

/** Converts texts to vectors, which are close to each other if the texts have similar meanings. Also the injection token. */
export abstract class EmbeddingModel {
  static readonly [SEAM]: string = 'EmbeddingModel';

  abstract embed(texts: readonly string[], call?: EmbeddingModelCall): Promise<EmbeddingResponse>;
}
