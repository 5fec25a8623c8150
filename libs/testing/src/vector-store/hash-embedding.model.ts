import { EmbeddingModel, type EmbeddingResponse } from 'toolgate/model';

/** Options of the `HashEmbeddingModel`. */
export interface HashEmbeddingModelOptions {
  /** @default 256 */
  readonly dimensions?: number;
}

/** Embeds texts by their words, deterministically and without a provider: texts that share words are similar. */
export class HashEmbeddingModel extends EmbeddingModel {
  /** All embedded texts, in order. */
  readonly texts: string[] = [];
  private readonly dimensions: number;

  constructor({ dimensions = 256 }: HashEmbeddingModelOptions = {}) {
    super();
    this.dimensions = dimensions;
  }

  async embed(texts: readonly string[]): Promise<EmbeddingResponse> {
    this.texts.push(...texts);
    return { embeddings: texts.map((text) => this.embedText(text)) };
  }

  private embedText(text: string): readonly number[] {
    const embedding = Array.from({ length: this.dimensions }, () => 0);
    for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu))
      embedding[hashOf(word) % this.dimensions]! += 1;
    return embedding;
  }
}

// FNV-1a: short, and well distributed over small numbers.
const hashOf = (word: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < word.length; index++) {
    hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash;
};
