/** How model calls are retried after a failure that may pass, such as a rate limit or an overload. */
export interface RetryOptions {
  /** The number of attempts, the first one included. @default 3 */
  readonly attempts?: number;
  /** The first wait in milliseconds; each further one is twice as long, less a random part. @default 1000 */
  readonly minDelayMs?: number;
  /** The longest wait in milliseconds. If a provider requests a longer one, the call is not retried. @default 30000 */
  readonly maxDelayMs?: number;
}

/** Retry options with all defaults applied. */
export type RetryPolicy = Readonly<Required<RetryOptions>>;
