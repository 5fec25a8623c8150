/** An embedding model object of the AI SDK, as far as it must be known: an `EmbeddingModelV2`, `V3` or `V4` is one. */
export interface AiSdkEmbedder {
  readonly specificationVersion: 'v2' | 'v3' | 'v4';
  readonly provider: string;
  readonly modelId: string;
  /** How many texts one request may hold; undefined is any number. */
  readonly maxEmbeddingsPerCall: PromiseLike<number | undefined> | number | undefined;
  readonly supportsParallelCalls: PromiseLike<boolean> | boolean;
  doEmbed(options: never): PromiseLike<{ readonly embeddings: readonly (readonly number[])[] }>;
}
