/**
 * The outcome of a call that was started and never finished, determined later. A call that had no effect counts as
 * failed: it never starts a second time, but the model may request a new call.
 */
export type KnownOutcome =
  /** The call had its effect: `value` is the result that the tool would have returned. */
  | { readonly type: 'succeeded'; readonly value: unknown }
  /** The call had no effect: the model receives the message. */
  | { readonly type: 'failed'; readonly message: string }
  /** The outcome can never be determined: the model receives a text that states so. */
  | { readonly type: 'abandoned' };
