import type { ApprovalStatus } from '../records/stored-approval.js';
import type { RunKind, RunStatus } from '../records/stored-run.js';
import type { Approver } from '../requester/requester.js';

/** Selects a page of a list. */
export interface PageQuery {
  readonly tenant?: string;
  readonly conversation?: string;
  /** The cursor that the previous page returned. */
  readonly cursor?: string;
  /** @default 50, at most 500 */
  readonly limit?: number;
}

/** Filters a list of runs. */
export interface RunQuery extends PageQuery {
  /** Lists only runs of this kind. A run without a kind is a `turn`. */
  readonly kind?: RunKind;
  readonly status?: RunStatus;
  /** Lists only parked runs. */
  readonly parked?: true;
  /** Lists only runs with a call whose outcome is unknown. */
  readonly unknownOutcome?: true;
  /** Lists only runs that are suspended or resuming, or whose conversation has not received the results of their tools. */
  readonly unfinished?: true;
}

/**
 * The order of a list of approvals: by the time of creation, or by the time of expiry. A cursor belongs to the order of
 * its list.
 */
export type ApprovalOrder = 'oldest' | 'newest' | 'expiring';

/** Filters approvals. An approval must match every property; an absent property does not filter. */
export interface ApprovalFilter {
  readonly tenant?: string;
  readonly conversation?: string;
  /** One or several statuses, as shown: a pending approval that has expired is `EXPIRED`. */
  readonly status?: ApprovalStatus | readonly ApprovalStatus[];
  readonly runId?: string;
  /** The exact names of tools. */
  readonly tools?: readonly string[];
  /** The id of the requester. */
  readonly requester?: string;
  /** The id of the person who decided or canceled. */
  readonly decidedBy?: string;
  /** ISO 8601, such as `2030-01-31T09:00:00Z`; includes this time. */
  readonly createdFrom?: string;
  /** ISO 8601; excludes this time. */
  readonly createdBefore?: string;
  /** Only pending approvals that this person may decide now. */
  readonly decidableBy?: Approver;
}

/** Filters, orders and pages a list of approvals. */
export interface ApprovalQuery extends ApprovalFilter, PageQuery {
  /** @default 'oldest' */
  readonly order?: ApprovalOrder;
}

type Times = 'createdFrom' | 'createdBefore';

/** A filter as a store receives it: times in milliseconds since 1970. */
export interface StoredApprovalFilter extends Omit<ApprovalFilter, Times> {
  readonly createdFrom?: number;
  readonly createdBefore?: number;
}

/** A query as a store receives it: times in milliseconds since 1970. */
export interface StoredApprovalQuery extends StoredApprovalFilter, PageQuery {
  /** @default 'oldest' */
  readonly order?: ApprovalOrder;
}

/** A page of a list, and the cursor of the next page; absent if there is none. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly cursor?: string;
  /** The ids of records of this page that cannot be read, because their rows are damaged; absent if there are none. */
  readonly unreadable?: readonly string[];
}
