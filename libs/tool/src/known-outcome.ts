/**
 * What is known, by now, of a call that was started and never ended. A call that had no effect has failed: the model may
 * ask for it again, and the same call is never started a second time.
 */
export type KnownOutcome =
  /** It had its effect: `value` is what the tool would have returned. */
  | { readonly type: 'succeeded'; readonly value: unknown }
  /** It had none: the model gets the message. */
  | { readonly type: 'failed'; readonly message: string }
  /** Nobody will ever know: the model is told so. */
  | { readonly type: 'abandoned' };
