import type { GeneratedAlways } from 'kysely';

/** How runs and approvals are kept. Columns are single words, and what they repeat of a body is what is searched by. */
export interface ApprovalTables {
  readonly toolgate_approval_runs: {
    /** 1, 2, 3 … in the order in which they came; PostgreSQL gives it as text. */
    readonly place: GeneratedAlways<number | string>;
    readonly id: string;
    readonly tenant: string;
    readonly conversation: string | null;
    readonly status: string;
    readonly version: number;
    /** When something is to be done with it, in milliseconds since 1970. */
    readonly due: number | string | null;
    /** 1 if its turn is due, 0 if only time has passed. */
    readonly turn: number;
    /** Why it was set aside: a record of it cannot be read. */
    readonly aside: string | null;
    /** The run as JSON. */
    readonly body: string;
  };
  /** Apart from the runs, so that a vote does not write again what was said. */
  readonly toolgate_approval_checkpoints: { readonly run: string; readonly body: string };
  /** What each batch added to the checkpoint of a run since that was written whole: 1, 2, 3 … */
  readonly toolgate_approval_steps: { readonly run: string; readonly step: number; readonly body: string };
  readonly toolgate_approvals: {
    readonly place: GeneratedAlways<number | string>;
    readonly id: string;
    readonly run: string;
    readonly tenant: string;
    readonly conversation: string | null;
    readonly status: string;
    readonly version: number;
    /** The approval as JSON. */
    readonly body: string;
  };
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
}
