import { type JsonSchema, SEAM } from 'toolgate/model';
import type { ApprovalStatus, StoredApproval } from '../records/stored-approval.js';
import type { StoredEvent } from '../records/stored-event.js';
import type { CheckpointChange, DueWork, StoredRun, RunCheckpoint, RunState } from '../records/stored-run.js';
import type { StoredNotice } from '../notices/stored-notice.js';
import type { Page, RunQuery, StoredApprovalFilter, StoredApprovalQuery } from './approval-query.js';
import type { ApprovalStatsQuery, StoredApprovalStats } from './approval-stats.js';
import type { NoticeStore } from './notice.store.js';

/** The records that one transaction writes. Each record replaces its older version. */
export interface ChangedRecords {
  readonly run?: StoredRun;
  readonly approvals?: readonly StoredApproval[];
  /**
   * A whole checkpoint replaces the stored one and its steps. A step is added after them, or replaces the last step if
   * it has the same number. If the checkpoint or the step before it is missing, nothing is written. Null deletes the
   * stored one with its steps.
   */
  readonly checkpoint?: CheckpointChange | null;
  readonly events?: readonly StoredEvent[];
  /** The schemas of the tools of new approvals. A schema whose hash is already stored is ignored. */
  readonly schemas?: readonly StoredToolSchema[];
  /** New notices. Absent unless the application has an `ApprovalChannel`. */
  readonly notices?: readonly StoredNotice[];
  /**
   * Requires that no other turn of its tenant and conversation is suspended or resuming. Otherwise nothing is written,
   * and `ApprovalConflictException` names that run. The store checks this in the same transaction, and lets no other
   * transaction open such a run before this one ends.
   * @default false
   */
  readonly alone?: boolean;
  /**
   * Runs that are opened in the same transaction, because a call of the changed run waits for them. Either all of them
   * are written or nothing is. If one of them exists, the store throws. Each of them that has a conversation is opened
   * only if it is `alone` in it.
   */
  readonly opens?: readonly OpenedRun[];
}

/** A run that a change of another run opens, with its records. */
export interface OpenedRun extends Pick<ChangedRecords, 'approvals' | 'events' | 'schemas'> {
  readonly run: StoredRun;
  readonly checkpoint: RunCheckpoint;
}

/** The input schema of a tool, by the hash of the tool's definition. */
export interface StoredToolSchema {
  readonly hash: string;
  readonly schema: JsonSchema;
}

/** What one transaction writes, and what `change` returns after everything is written. */
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

/**
 * Computes what to write from the present state and the store's clock. It must be synchronous and quick,
 * because it may run again. If it throws, nothing is written.
 */
export type ChangeRun<T> = (state: RunState | undefined, now: number) => StoreChange<T>;

/** Filters the due runs. An absent property does not filter. */
export interface DueQuery {
  /** Lists only runs with this `dueFor`. A run without `dueFor` counts as `time`. */
  readonly work?: DueWork;
  /** The cursor that the previous page returned. */
  readonly cursor?: string;
}

/** A page of the runs that are due now. */
export interface DueRuns {
  readonly runs: readonly string[];
  /** The cursor of the next page; absent if no more runs are due. */
  readonly cursor?: string;
  /** In how many milliseconds the first run after this page is due; absent if there is none. */
  readonly nextInMs?: number;
}

/** The due runs that a process can resume, and for how long it reserves them. */
export interface ReserveQuery {
  readonly work: DueWork;
  /** The kinds of runs that the process knows. A run without a kind is a `turn`. */
  readonly kinds: readonly string[];
  /** The latest schema of records that the process knows. */
  readonly schema: number;
  /** The clients that the process has; absent if the work needs none. They select among runs of the kind `turn` only. */
  readonly clients?: readonly string[];
  /** The ids of runs that the process leaves to others for now; absent if there are none. */
  readonly except?: readonly string[];
  readonly forMs: number;
}

/** Which ended runs to list or to delete. */
export interface EndedQuery {
  readonly limit: number;
  /** Only those with an `endedAt` at least this long ago by the store's clock, in milliseconds. */
  readonly endedForMs: number;
}

/** The numbers of approvals by status. */
export type StatusCounts = Partial<Readonly<Record<ApprovalStatus, number>>>;

/** The numbers of waiting approvals and runs. */
export interface ApprovalCounts {
  /** The number of pending approvals, including those whose expiry is not yet written. */
  readonly pending: number;
  /** The age of the oldest pending approval, in milliseconds by the store's clock; absent if there is none. */
  readonly oldestPendingMs?: number;
  /** The number of suspended runs. */
  readonly suspended: number;
  /** The number of parked runs, which are also suspended; absent if there are none. */
  readonly parked?: number;
  /** The number of runs that were set aside because a record of them cannot be read; absent if there are none. */
  readonly setAside?: number;
  /**
   * For how long the oldest due work has been due, in milliseconds by the store's clock; absent if no work is due. A
   * reserved run is due until a process leases it.
   */
  readonly oldestDueMs?: number;
}

/**
 * Stores runs and approvals. Every write goes through `change`: it locks the run, then reads the clock, and writes
 * everything or nothing. After an error it is unknown what was written, except after `StoreUnavailableException` and
 * `RunUnreadableException`: then nothing was.
 */
export abstract class ApprovalStore {
  static readonly [SEAM]: string = 'ApprovalStore';

  abstract change<T>(run: string, change: ChangeRun<T>): Promise<T>;
  abstract state(run: string): Promise<RunState | undefined>;
  abstract checkpoint(run: string): Promise<RunCheckpoint | undefined>;
  /** Returns an approval as it is shown now: a pending approval that has expired by the store's clock is `EXPIRED`. */
  abstract approval(id: string): Promise<StoredApproval | undefined>;
  /**
   * Lists approvals as they are shown now. Its filters compare the status that is shown, and `decidableBy` selects by
   * `decidersOf` and `deciderKeys`. Throws `TypeError` for a cursor of another order.
   */
  abstract approvals(query: StoredApprovalQuery): Promise<Page<StoredApproval>>;
  /** Returns the numbers of approvals that match a filter, by the status that is shown now; none for other statuses. */
  abstract count(filter: StoredApprovalFilter): Promise<StatusCounts>;
  /** Returns hourly numbers from the events of approvals. */
  abstract stats(query: ApprovalStatsQuery): Promise<StoredApprovalStats>;
  /** Returns the input schema that was saved under the hash of a tool's definition; undefined if there is none. */
  abstract toolSchema(hash: string): Promise<JsonSchema | undefined>;
  abstract runs(query: RunQuery): Promise<Page<StoredRun>>;
  /**
   * Lists the runs that are due by the store's clock, longest due first. It reads no record, so it also lists a damaged
   * run.
   */
  abstract due(limit: number, query?: DueQuery): Promise<DueRuns>;
  /**
   * Reserves runs that are due by the store's clock, longest due first, so that processes share them: no other call
   * returns them until `forMs` have passed or the run is due for other work. It waits for no lock. A reservation is a
   * hint only: a lease decides who resumes a run. The method is absent, or returns undefined, if one process uses the
   * store.
   */
  reserveDue?(limit: number, query: ReserveQuery): Promise<DueRuns | undefined>;
  /**
   * Lists ended runs whose content is still stored, longest ended first; then runs that an earlier version ended without
   * an `endedAt`, until a change writes them.
   */
  abstract ended(query: EndedQuery): Promise<readonly string[]>;
  /** Deletes ended runs with all their records, in one transaction, longest ended first. Returns their ids. */
  abstract deleteEnded(query: EndedQuery): Promise<readonly string[]>;
  /**
   * Reserves a task for a holder by the store's clock, unless another holder has reserved it. The same holder renews it.
   * Returns whether it is reserved. The method is absent if one process uses the store.
   */
  reserveTask?(task: string, holder: string, forMs: number): Promise<boolean>;
  /**
   * Returns whether several processes may use the store. Without this method, a store with `reserveDue` counts as
   * shared.
   */
  isShared?(): boolean;
  /** Returns the queues of notices. A store without the method cannot be used with an `ApprovalChannel`. */
  notices?(): NoticeStore | undefined;
  /** Returns the events of a run, in order. */
  abstract events(run: string): Promise<readonly StoredEvent[]>;
  /**
   * Returns the present counts. Monitoring calls it every few seconds, so it must be quick for any number of records.
   */
  abstract counts(): Promise<ApprovalCounts>;
  /**
   * Removes a run that cannot be read from the due runs, in one statement that reads none of its records. The next
   * change that writes the run makes it due again. Returns false if it was already set aside, or if there is no such
   * run.
   */
  abstract setAside(run: string, reason: string): Promise<boolean>;
}
