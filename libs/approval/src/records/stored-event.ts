import type { JsonObject } from 'toolgate/model';

/** What happened to a run or to one of its approvals; written with the change it tells of, and never changed. */
export interface StoredEvent {
  readonly run: string;
  readonly approval?: string;
  readonly tenant: string;
  readonly at: number;
  /** Who caused it: a person's id; absent where the time or a worker did. */
  readonly by?: string;
  /** The status it led to, or what else was done: `VOTED`, `EDITED`, `NOTED`, `SUSPENDED`, `RESUMED` … */
  readonly type: string;
  readonly data?: JsonObject;
}
