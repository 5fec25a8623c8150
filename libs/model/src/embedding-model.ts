import type { ProviderMetadata } from './content.js';
import { SEAM } from './seam.js';
import type { Usage } from './usage.js';

/** What a caller of an embedding model may say beside the texts. */
export interface EmbeddingModelCall {
  /** Ends the request: the model rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** The embeddings of some texts, in the order of the texts and all of one length; plain JSON. */
export interface EmbeddingResponse {
  readonly embeddings: readonly (readonly number[])[];
  readonly usage?: Usage;
  readonly providerMetadata?: ProviderMetadata;
}

/** Turns texts into numbers that are near each other where the texts mean alike. Also the injection token. */
export abstract class EmbeddingModel {
  static readonly [SEAM]: string = 'EmbeddingModel';

  abstract embed(texts: readonly string[], call?: EmbeddingModelCall): Promise<EmbeddingResponse>;
}
