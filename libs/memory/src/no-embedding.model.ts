import { EmbeddingModel, type EmbeddingResponse } from 'toolgate/model';
import { VectorStoreException } from './vector-store.errors.js';

/** Stands where an application has no embedding model: using it is an error that says what to do. */
export class NoEmbeddingModel extends EmbeddingModel {
  async embed(): Promise<EmbeddingResponse> {
    throw new VectorStoreException('There is no embedding model. Provide EmbeddingModel in a module.');
  }
}
