import type { JsonObject, JsonValue } from 'toolgate/model';
import type { InputIssue, PendingApproval, SuspendedRun } from 'toolgate/tool';
import type { TenantRequester } from '../requester/requester.js';

/** On whose behalf a call is made, which request it is, and how long the caller waits. */
export interface GatedCallOptions {
  /** The data for the tool, the strategy and `RequesterResolver`: plain JSON, which is saved with the call. */
  readonly toolContext?: JsonObject;
  /** Values for the body that are never saved. `RequesterResolver.rehydrate` creates them again for a saved call. */
  readonly transient?: Readonly<Record<string, unknown>>;
  /**
   * The conversation in which approvers find the call. A waiting call does not block new messages of the conversation.
   */
  readonly conversation?: string;
  /**
   * Identifies the request, 1 to 200 characters. Each requester has their own ids. The same request returns the same run
   * and result, wherever and however often it is made, as long as its record is stored. The call is saved before its
   * body, and needs an `ApprovalStore` and a `RequesterResolver`.
   */
  readonly requestId?: string;
  /** Stops waiting. A call that is not saved is aborted; a saved one is not. */
  readonly signal?: AbortSignal;
  /**
   * How long to wait for the outcome of a call that has to wait, before it is returned as `suspended`, in milliseconds.
   * @default 0
   */
  readonly waitMs?: number;
  /** @internal Throws if the call may not be saved, because the code that makes it could not receive the result. */
  readonly assertMayWait?: () => void;
  /**
   * @internal Receives the requester of a call with a `requestId` before the call is decided. Throws if the call may
   * not run for this requester.
   */
  readonly assertRequester?: (requester: TenantRequester) => void;
}

/** The options of waiting for the outcome of a suspended call. */
export type FollowCallOptions = Pick<GatedCallOptions, 'signal' | 'waitMs'>;

/** A call that has a result. */
interface CompletedCall<T> {
  readonly status: 'completed';
  /** The result as the model would receive it: text or JSON. A body that returns nothing has the result `Done`. */
  readonly result: T;
  /** The arguments that ran, if an approver has changed them. */
  readonly arguments?: JsonObject;
}

/**
 * A call that ended, and its run if it was saved. `rejected`: a strategy or a person rejected it, or it expired, lapsed or
 * was canceled, and the body did not run. `invalid`: the arguments do not fit the tool, and nothing was decided or saved.
 * `failed`: the body failed, its result cannot be JSON, or its outcome is unknown.
 */
export type EndedCall<T> = { readonly runId?: string } & (
  | CompletedCall<T>
  | { readonly status: 'rejected'; readonly reason: string }
  | { readonly status: 'invalid'; readonly issues: readonly InputIssue[] }
  | { readonly status: 'failed'; readonly message: string }
);

/** A saved call that waits for a decision, or that a process runs. `GatedCalls.outcome()` follows it. */
export interface SuspendedCallOutcome extends SuspendedRun {
  readonly status: 'suspended';
  readonly approvals: readonly PendingApproval[];
}

/** The outcome of a gated call. */
export type GatedCallOutcome<T = JsonValue> = EndedCall<T> | SuspendedCallOutcome;
