/** One request of a message. */
export type SupportRequest =
  | { readonly type: 'find'; readonly order: string }
  | { readonly type: 'list'; readonly customer: string }
  | { readonly type: 'refund'; readonly order: string; readonly amount?: number }
  | { readonly type: 'cancel'; readonly order: string }
  | { readonly type: 'exchange'; readonly order: string }
  | { readonly type: 'browser' }
  /** Without `to`, it goes to the customer of the order. Without `text`, it describes the change of the order. */
  | { readonly type: 'email'; readonly order?: string; readonly to?: string; readonly text?: string };

/** All requests of a message, or the reason why none of them runs. */
export type Understanding =
  | { readonly type: 'understood'; readonly requests: readonly SupportRequest[] }
  | { readonly type: 'unclear'; readonly question?: string; readonly words: string };
