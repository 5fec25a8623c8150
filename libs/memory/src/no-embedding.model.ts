import { EmbeddingModel, type EmbeddingResponse } from 'toolgate/model';
import { VectorStoreException } from './vector-store.errors.js';

/** Represents the embedding model of an application that has none: each use throws, and names the remedy. */
export class NoEmbeddingModel extends EmbeddingModel {
  async embed(): Promise<EmbeddingResponse> {
    throw new VectorStoreException(
      'There is no embedding model. Provide EmbeddingModel in the providers of a module or of createToolgate().',
    );
  }
}
