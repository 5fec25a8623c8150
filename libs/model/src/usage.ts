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

const KEYS = [
  'inputTokens',
  'outputTokens',
  'totalTokens',
  'cacheReadTokens',
  'cacheWriteTokens',
  'reasoningTokens',
] as const;

/** Sums two usages; what neither knows stays unknown. */
export const addUsage = (a: Usage, b: Usage): Usage => {
  const sum: { -readonly [K in keyof Usage]: Usage[K] } = {};
  for (const key of KEYS) {
    if (a[key] !== undefined || b[key] !== undefined) sum[key] = (a[key] ?? 0) + (b[key] ?? 0);
  }
  return sum;
};
