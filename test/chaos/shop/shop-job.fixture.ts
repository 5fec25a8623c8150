import type { SqlModuleOptions } from 'toolgate/sql';

/** What a process of the shop works with, as it is sent to it. */
export interface ShopJob {
  /** Names this life of this process; the randomness of everybody in it follows from it. */
  readonly seed: string;
  readonly database: SqlModuleOptions;
  readonly ledger: string;
  /** `open`: customers ask. `closing`: what is open is brought to its end, and nothing new is asked. */
  readonly mode: 'open' | 'closing';
  readonly worker: boolean;
  readonly onMessage: 'reject' | 'supersede';
  readonly leaseMs: number;
}

/** What a process reports. */
export type ShopReport =
  | { readonly type: 'ready' }
  /** How many runs and approvals have not reached an end yet. */
  | { readonly type: 'open'; readonly count: number }
  /** It stops itself with SIGSTOP, and is to be continued after so many milliseconds. */
  | { readonly type: 'stops'; readonly forMs: number }
  /** It could not start. */
  | { readonly type: 'failed'; readonly error: string };
