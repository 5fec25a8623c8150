import { EmbeddingModel, type EmbeddingResponse } from 'toolgate/model';
import { VectorStoreException } from './vector-store.errors.js';

/** The embedding model of an application without one: each use throws an exception with an instruction. */
export class NoEmbeddingModel extends EmbeddingModel {
  async embed(): Promise<EmbeddingResponse> {
    throw new VectorStoreException(
      'No embedding model is configured. Provide EmbeddingModel in the providers of a module or of createToolgate().',
    );
  }
}
