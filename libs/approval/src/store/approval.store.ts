import { SEAM } from 'toolgate/model';
import type { StoredApproval, ApprovalStatus } from '../records/stored-approval.js';
import type { StoredEvent } from '../records/stored-event.js';
import type {
  CheckpointChange,
  DueWork,
  StoredRun,
  RunCheckpoint,
  RunState,
  RunStatus,
} from '../records/stored-run.js';

/** What one transaction writes: whole records, each in place of its older version. */
export interface ChangedRecords {
  readonly run?: StoredRun;
  readonly approvals?: readonly StoredApproval[];
  /**
   * A whole checkpoint takes the place of the kept one and of its steps. A step is added behind them, or replaces the last
   * one if it has its number; where the step or the checkpoint before it is missing, nothing is written.
   */
  readonly checkpoint?: CheckpointChange;
  readonly events?: readonly StoredEvent[];
  /**
   * The run must be alone: while another run of its tenant and conversation is suspended or resuming, nothing is written
   * and `ApprovalConflictException` names that run. The store looks in the same transaction, and lets no other one open
   * such a run before this one ends. @default false
   */
  readonly alone?: boolean;
}

/** What one transaction writes, and what `change` returns once everything is written. */
export type StoreChange<T> = ChangedRecords & (PlainResult<T> | ResultOfCheckpoint<T>);

interface PlainResult<T> {
  readonly result: T;
}

interface ResultOfCheckpoint<T> {
  /**
   * Returns the result. It receives the run's checkpoint as the transaction leaves it, read in the same transaction;
   * undefined if there is none. If it throws, nothing is written.
   */
  readonly resultOf: (checkpoint: RunCheckpoint | undefined) => T;
}

/** Decides what to write, of the present state and the store's clock. Plain and quick: it may be run again. What it throws writes nothing. */
export type ChangeRun<T> = (state: RunState | undefined, now: number) => StoreChange<T>;

/** Which of many are listed; what is absent leaves all in. */
export interface ApprovalQuery extends PageQuery {
  readonly status?: ApprovalStatus;
  readonly runId?: string;
}

/** Which runs are listed. */
export interface RunQuery extends PageQuery {
  readonly status?: RunStatus;
}

/** A part of a list, oldest first. */
export interface PageQuery {
  readonly tenant?: string;
  readonly conversation?: string;
  /** What the page before ended with. */
  readonly cursor?: string;
  /** @default 50, at most 500 */
  readonly limit?: number;
}

/** A part of a list, and where the next one begins; absent where there is none. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly cursor?: string;
  /** The ids of records of this part that cannot be read, because their rows were damaged; absent if there are none. */
  readonly unreadable?: readonly string[];
}

/** Which due runs are listed; what is absent leaves all in. */
export interface DueQuery {
  /** Runs whose `dueFor` is this; one without `dueFor` counts as `time`. */
  readonly work?: DueWork;
  /** Returned by the page before. */
  readonly cursor?: string;
}

/** A page of the runs that are due now. */
export interface DueRuns {
  readonly runs: readonly string[];
  /** Where the next page begins; absent if no more runs are due. */
  readonly cursor?: string;
  /** In how many milliseconds the first run after this page is due; absent if there is none. */
  readonly nextInMs?: number;
}

/** How much waits now. */
export interface ApprovalCounts {
  /** Questions that nobody has answered. */
  readonly pending: number;
  /** For how long the first of them has been asked, in milliseconds by the store's clock; absent where there is none. */
  readonly oldestPendingMs?: number;
  /** Runs that wait for something. */
  readonly suspended: number;
  /** Runs that were set aside because a record of them cannot be read; absent if there are none. */
  readonly setAside?: number;
}

/**
 * Keeps runs and approvals. Everything that changes goes through `change`: the run is locked first, then the clock is
 * read, and all is written or nothing. What a store throws means that nothing is known of what was written, except for
 * `StoreUnavailableException` and `RunUnreadableException`, after which nothing was.
 */
export abstract class ApprovalStore {
  static readonly [SEAM]: string = 'ApprovalStore';

  abstract change<T>(run: string, change: ChangeRun<T>): Promise<T>;
  abstract state(run: string): Promise<RunState | undefined>;
  abstract checkpoint(run: string): Promise<RunCheckpoint | undefined>;
  abstract approval(id: string): Promise<StoredApproval | undefined>;
  abstract approvals(query: ApprovalQuery): Promise<Page<StoredApproval>>;
  abstract runs(query: RunQuery): Promise<Page<StoredRun>>;
  /** The runs due by the store's clock, the longest due first. It reads no record, so a damaged one is listed as well. */
  abstract due(limit: number, query?: DueQuery): Promise<DueRuns>;
  /** What happened to a run, in order. */
  abstract events(run: string): Promise<readonly StoredEvent[]>;
  /** Asked every few seconds by whoever watches: quick, however much is kept. */
  abstract counts(): Promise<ApprovalCounts>;
  /**
   * Takes a run that cannot be read out of the due runs, in one statement that reads none of its records. The next
   * change that writes the run brings it back. Returns false if it was set aside already, or if there is no such run.
   */
  abstract setAside(run: string, reason: string): Promise<boolean>;
}
