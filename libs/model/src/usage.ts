/** Tokens a request cost, as far as the provider told. */
export interface Usage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly totalTokens?: number;
  /** Of the input: read from the provider's cache. */
  readonly cacheReadTokens?: number;
  /** Of the input: written to the provider's cache. */
  readonly cacheWriteTokens?: number;
  /** Of the output: spent on reasoning. */
  readonly reasoningTokens?: number;
}

/** Sums two usages; what neither knows stays unknown. */
export const addUsage = (a: Usage, b: Usage): Usage => {
  const sum: { -readonly [K in keyof Usage]: Usage[K] } = {};
  const inputTokens = total(a.inputTokens, b.inputTokens);
  const outputTokens = total(a.outputTokens, b.outputTokens);
  const totalTokens = total(a.totalTokens, b.totalTokens);
  const cacheReadTokens = total(a.cacheReadTokens, b.cacheReadTokens);
  const cacheWriteTokens = total(a.cacheWriteTokens, b.cacheWriteTokens);
  const reasoningTokens = total(a.reasoningTokens, b.reasoningTokens);
  if (inputTokens !== undefined) sum.inputTokens = inputTokens;
  if (outputTokens !== undefined) sum.outputTokens = outputTokens;
  if (totalTokens !== undefined) sum.totalTokens = totalTokens;
  if (cacheReadTokens !== undefined) sum.cacheReadTokens = cacheReadTokens;
  if (cacheWriteTokens !== undefined) sum.cacheWriteTokens = cacheWriteTokens;
  if (reasoningTokens !== undefined) sum.reasoningTokens = reasoningTokens;
  return sum;
};

const total = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined ? b : a + (b ?? 0);
