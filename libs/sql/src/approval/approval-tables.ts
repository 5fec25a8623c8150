import type { GeneratedAlways, Kysely } from 'kysely';

/**
 * The tables of runs and approvals. Column names are single words. Columns repeat the fields of a body that queries
 * use.
 */
export interface ApprovalTables {
  readonly toolgate_approval_runs: {
    /** 1, 2, 3 … in the order of insertion. PostgreSQL returns it as text. */
    readonly place: GeneratedAlways<number | string>;
    readonly id: string;
    readonly tenant: string;
    readonly conversation: string | null;
    readonly status: string;
    readonly version: number;
    /** When the run is due, in milliseconds since 1970. */
    readonly due: number | string | null;
    /** 1 if its turn is due, 0 if only an expiry or a lease is due. */
    readonly turn: number;
    /**
     * The kind and the schema of the run, and the client of a turn. The client of a call is null. In a row of an
     * earlier version, both may be null.
     */
    readonly kind: string;
    readonly schema: number | null;
    readonly client: string | null;
    /** Until when the due run is reserved for a process, in milliseconds since 1970. */
    readonly reserved: number | string | null;
    /** Since when the run is parked, in milliseconds since 1970. */
    readonly parked: number | string | null;
    /**
     * When the run ended, in milliseconds since 1970; the largest safe integer if a call of it is open or unknown for
     * good. Null: it has not ended, or an earlier version ended it.
     */
    readonly ended: number | string | null;
    /** When its content was removed, in milliseconds since 1970. */
    readonly removed: number | string | null;
    /** Why the run was set aside: a record of it cannot be read. */
    readonly aside: string | null;
    /** The run as JSON. */
    readonly body: string;
  };
  /** Separate from the runs, so that a vote does not write the messages again. */
  readonly toolgate_approval_checkpoints: { readonly run: string; readonly body: string };
  /** The steps that batches added to the checkpoint of a run since it was written whole: 1, 2, 3 … */
  readonly toolgate_approval_steps: { readonly run: string; readonly step: number; readonly body: string };
  readonly toolgate_approvals: {
    readonly place: GeneratedAlways<number | string>;
    readonly id: string;
    readonly run: string;
    readonly tenant: string;
    readonly conversation: string | null;
    readonly status: string;
    readonly version: number;
    /** When it was requested and when it expires, in milliseconds since 1970. */
    readonly created: number | string;
    readonly expires: number | string;
    readonly tool: string;
    /** The ids of the requester, and of the person who decided. */
    readonly requester: string;
    readonly decider: string | null;
    /** The approval as JSON. */
    readonly body: string;
  };
  /** Who may decide the pending approvals: one row for each of the `deciderKeys` that may. */
  readonly toolgate_approval_deciders: {
    /** The place of the approval. */
    readonly place: number | string;
    readonly decider: string;
    readonly tenant: string;
    /** The id of the requester, who may not decide; null without four eyes. */
    readonly requester: string | null;
    readonly created: number | string;
    readonly expires: number | string;
  };
  /**
   * Tasks that one process does for all, by name. No process but the holder may do the task before `until`, in
   * milliseconds since 1970.
   */
  readonly toolgate_tasks: { readonly name: string; readonly holder: string; readonly until: number | string };
  /** The input schemas of tools, by the hashes of their definitions. */
  readonly toolgate_tool_schemas: { readonly hash: string; readonly body: string };
  readonly toolgate_approval_events: {
    readonly place: GeneratedAlways<number | string>;
    readonly run: string;
    readonly approval: string | null;
    readonly tenant: string;
    readonly type: string;
    readonly at: number;
    /** The event as JSON. */
    readonly body: string;
  };
  /** The notices of channels: one row for each notice and channel. */
  readonly toolgate_approval_notices: {
    readonly place: GeneratedAlways<number | string>;
    readonly id: string;
    readonly channel: string;
    readonly run: string;
    readonly tenant: string;
    readonly state: string;
    /** When it was written, and when a process may take it to deliver it, in milliseconds since 1970. */
    readonly at: number | string;
    readonly due: number | string;
    /** The process that delivers it. */
    readonly holder: string | null;
    readonly failures: number;
    /** When the first attempt began, and when it was delivered or parked, in milliseconds since 1970. */
    readonly first: number | string | null;
    readonly settled: number | string | null;
    readonly error: string | null;
    /** The notice as JSON. */
    readonly body: string;
  };
  /** Each row adds to the numbers of waiting records; triggers write them. SQLite has one row. */
  readonly toolgate_approval_totals: {
    readonly place: GeneratedAlways<number | string>;
    readonly pending: number | string;
    readonly suspended: number | string;
  };
}

/** A database with these tables. */
export type ApprovalDatabase = Kysely<ApprovalTables>;
