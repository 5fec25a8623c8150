import type { ApprovalBody, ApprovalStatusWord, JsonBody, JsonObjectBody } from './approval-body.js';
import type { RunKindWord, RunStatusWord } from './run-body.js';

/** The person on whose behalf a request is made. */
export interface PrincipalBody {
  readonly id: string;
  /** The tenant whose records the person sees; `*` for every tenant. */
  readonly tenant: string;
  readonly roles: readonly string[];
  readonly administrator: boolean;
}

/** Filters a list of approvals. An absent property does not filter. */
export interface ApprovalFilter {
  readonly status?: ApprovalStatusWord | readonly ApprovalStatusWord[];
  /** The exact name of a tool, or of several. */
  readonly tool?: string | readonly string[];
  /** The id of the requester. */
  readonly requester?: string;
  /** The id of the person who decided. */
  readonly decidedBy?: string;
  /** ISO 8601. */
  readonly createdFrom?: string;
  readonly createdBefore?: string;
  readonly conversation?: string;
  readonly runId?: string;
  /** Lists only approvals that the person of the request may decide now. */
  readonly decidable?: true;
}

/** A query of a list of approvals. */
export interface ApprovalListQuery extends ApprovalFilter {
  /** @default 'oldest' */
  readonly order?: 'oldest' | 'newest' | 'expiring';
  /** The cursor that the previous page returned. It belongs to its order. */
  readonly cursor?: string;
  /** @default 50, at most 500 */
  readonly limit?: number;
}

/** A query of a list of runs. */
export interface RunListQuery {
  readonly status?: RunStatusWord;
  /** Lists only turns, calls outside of a turn, or calls that another system runs. */
  readonly kind?: RunKindWord;
  /** Lists only parked runs. */
  readonly parked?: true;
  /** Lists only runs with a call whose outcome is unknown. */
  readonly unknownOutcome?: true;
  readonly conversation?: string;
  readonly cursor?: string;
  /** @default 50, at most 500 */
  readonly limit?: number;
}

/** A decision on one revision of an approval. */
export interface DecisionBody {
  /** Chosen by the caller. The same decision with the same id changes nothing. */
  readonly decisionId: string;
  /** `respond` answers in place of the tool. */
  readonly decision: 'approve' | 'reject' | 'respond';
  readonly revision: number;
  readonly argsHash: string;
  readonly reason?: string;
  /** With `approve`: the arguments that replace the model's. */
  readonly editedArguments?: JsonObjectBody;
  /** With `respond`: the result that the model receives in place of the tool's. */
  readonly response?: JsonBody;
  /** With `approve`: the requester's answer to the question of the tool. */
  readonly answer?: JsonBody;
}

/** The result of one decision of a bulk request. */
export type BulkResultBody =
  | { readonly id: string; readonly status: 200; readonly approval: ApprovalBody }
  | { readonly id: string; readonly status: number; readonly problem: string; readonly detail?: string };

/** The results of a bulk request, in the order of its decisions. */
export interface BulkResultsBody {
  readonly results: readonly BulkResultBody[];
}

/** The outcome of a call that was started and whose outcome is unknown. */
export interface KnownCallBody {
  readonly index: number;
  /** The key of the call that the person read. The outcome counts for no other call with this index. */
  readonly idempotencyKey?: string;
  readonly outcome:
    | { readonly type: 'succeeded'; readonly value: JsonBody }
    | { readonly type: 'failed'; readonly message: string }
    | { readonly type: 'abandoned' };
}
