import type { JsonObject } from 'toolgate/model';

/**
 * An event of a run or of one of its approvals, as a store saves it. It is written with the change that it reports,
 * and never changes.
 */
export interface StoredEvent {
  readonly run: string;
  readonly approval?: string;
  readonly tenant: string;
  readonly at: number;
  /** The id of the person who caused it; absent if the time or a worker did. */
  readonly by?: string;
  /** The new status of the approval, or another event: `VOTED`, `EDITED`, `NOTED`, `SUSPENDED`, `RESUMED` … */
  readonly type: string;
  readonly data?: JsonObject;
}
