/**
 * An embedding model object of the AI SDK, with the properties that Toolgate uses. `EmbeddingModelV2`, `V3` and `V4`
 * have them.
 */
export interface AiSdkEmbedder {
  readonly specificationVersion: 'v2' | 'v3' | 'v4';
  readonly provider: string;
  readonly modelId: string;
  /** How many texts one request may contain; undefined for no limit. */
  readonly maxEmbeddingsPerCall: PromiseLike<number | undefined> | number | undefined;
  readonly supportsParallelCalls: PromiseLike<boolean> | boolean;
  doEmbed(options: never): PromiseLike<{ readonly embeddings: readonly (readonly number[])[] }>;
}
