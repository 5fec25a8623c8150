/** One thing a message asks for. */
export type SupportRequest =
  | { readonly type: 'find'; readonly order: string }
  | { readonly type: 'list'; readonly customer: string }
  | { readonly type: 'refund'; readonly order: string; readonly amount?: number }
  | { readonly type: 'cancel'; readonly order: string }
  /** Without `to` it goes to the customer of the order; without `text` it tells what was done with the order. */
  | { readonly type: 'email'; readonly order?: string; readonly to?: string; readonly text?: string };

/** What was made of a message: all that it asks for, or why nothing of it should be done. */
export type Understanding =
  | { readonly type: 'understood'; readonly requests: readonly SupportRequest[] }
  | { readonly type: 'unclear'; readonly question?: string; readonly words: string };
