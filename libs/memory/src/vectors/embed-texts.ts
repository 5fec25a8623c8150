import type { EmbeddingModel } from 'toolgate/model';
import { VectorStoreException } from './vector-store.errors.js';

/** The texts that a vector store embeds. */
export interface TextsToEmbed {
  readonly texts: readonly string[];
  /** The dimensions of the store's documents; undefined if it has no documents. */
  readonly dimensions: number | undefined;
}

/**
 * Embeds texts as vectors of length 1, so that the product of two vectors is their cosine. Throws
 * `VectorStoreException` if an embedding is missing, contains a value that is not a finite number, or has other
 * dimensions than the documents of the store.
 */
export const embedTexts = async (
  model: EmbeddingModel,
  { texts, dimensions }: TextsToEmbed,
): Promise<readonly Float32Array[]> => {
  const { embeddings } = await model.embed(texts);
  if (embeddings.length !== texts.length || embeddings.some(({ length }) => length === 0)) {
    throw new VectorStoreException(
      `The embedding model returned ${embeddings.length} embeddings for ${texts.length} texts, or empty ones. Check the EmbeddingModel.`,
    );
  }
  const known = dimensions ?? embeddings[0]?.length;
  for (const embedding of embeddings) assertEmbedding(embedding, known);
  return embeddings.map(toUnit);
};

const assertEmbedding = (embedding: readonly number[], dimensions: number | undefined): void => {
  if (embedding.length !== dimensions) {
    throw new VectorStoreException(
      `The embedding model returned ${embedding.length} dimensions, and the documents of the VectorStore have ${dimensions}. Use the model that embedded them, or delete all documents and add them again.`,
    );
  }
  if (embedding.every(Number.isFinite)) return;
  throw new VectorStoreException(
    'The embedding model returned a value that is not a finite number. Check the EmbeddingModel.',
  );
};

const toUnit = (embedding: readonly number[]): Float32Array => {
  const length = Math.hypot(...embedding) || 1;
  return Float32Array.from(embedding, (value) => value / length);
};
