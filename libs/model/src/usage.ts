/** The tokens of a request, as far as the provider reports them. */
export interface Usage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly totalTokens?: number;
  /** Input tokens read from the provider's cache. */
  readonly cacheReadTokens?: number;
  /** Input tokens written to the provider's cache. */
  readonly cacheWriteTokens?: number;
  /** Output tokens spent on reasoning. */
  readonly reasoningTokens?: number;
}

/** Adds two usages; a number that neither has stays absent. */
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
