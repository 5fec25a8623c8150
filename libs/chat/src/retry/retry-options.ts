/** How a model is asked again that failed for a reason that may pass, such as a rate limit or an overload. */
export interface RetryOptions {
  /** How often it is asked in all. @default 3 */
  readonly attempts?: number;
  /** The first wait; each further one is twice as long, less a random part. @default 1000 */
  readonly minDelayMs?: number;
  /** The longest wait. A provider that asks for more time is not asked again. @default 30000 */
  readonly maxDelayMs?: number;
}
