import type { SqlModuleOptions } from 'toolgate/sql';
import type { ShopKind } from './run-kinds.fixture.js';

/** What wakes the processes: the timer, or one of the modules. */
export type DispatcherKind = 'timer' | 'postgres' | 'bullmq';

/** The job that a process of the shop receives. */
export interface ShopJob {
  /** Identifies this life of this process; all randomness in it follows from it. */
  readonly seed: string;
  readonly database: SqlModuleOptions;
  readonly dispatcher: DispatcherKind;
  /** How many conversations the customers use. */
  readonly conversations: number;
  readonly ledger: string;
  /** What people request in it. */
  readonly kinds: readonly ShopKind[];
  /** `open`: customers send messages. `closing`: open runs are brought to their end, and no new turn starts. */
  readonly mode: 'open' | 'closing';
  readonly worker: boolean;
  readonly onMessage: 'reject' | 'supersede';
  readonly leaseMs: number;
}

/** What a process reports. */
export type ShopReport =
  | { readonly type: 'ready' }
  /** The number of runs and approvals that have not ended yet. */
  | { readonly type: 'open'; readonly count: number }
  /** It stops itself with SIGSTOP, and must be continued after this many milliseconds. */
  | { readonly type: 'stops'; readonly forMs: number }
  /** It could not start. */
  | { readonly type: 'failed'; readonly error: string };
