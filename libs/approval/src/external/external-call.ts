import type { JsonObject, JsonSchema, JsonValue } from 'toolgate/model';
import type { KnownOutcome } from 'toolgate/tool';
import type { Approval } from '../records/approval.js';
import type { ApprovalStatus } from '../records/stored-approval.js';
import type { Requester } from '../requester/requester.js';
import type { ApprovalRequirement } from '../requirement/approval-requirement.js';

/** A request to approve one call that another system runs. */
export interface ExternalCallRequest {
  /** The name of the tool that approvers read, 1 to 200 characters. */
  readonly tool: string;
  readonly description?: string;
  /** The JSON Schema of the arguments. Edits need it. @default any object */
  readonly inputSchema?: JsonSchema;
  readonly arguments: JsonObject;
  /** Who must approve; `{}` if every approver of the tenant may. */
  readonly requirement: ApprovalRequirement;
  readonly requester: Requester;
  /**
   * The application that requests it, 1 to 200 characters. Each application has request ids of its own. An application
   * that passes its name finds only its own calls.
   */
  readonly application?: string;
  readonly conversation?: string;
  /**
   * Identifies the request, 1 to 200 characters. Each requester has their own ids. The same request returns the same
   * call, wherever and however often it is made, as long as its record is stored.
   */
  readonly requestId: string;
  /** Whether the call may start again with the same idempotency key after a lease is over. @default false */
  readonly idempotent?: boolean;
}

/** An external call as it is now. */
export type ExternalCall = {
  readonly runId: string;
  readonly approval: Approval;
} & (
  | { readonly status: 'suspended' }
  /** The result that was reported, or the answer of a person in place of it. */
  | { readonly status: 'completed'; readonly result: JsonValue }
  /** A person rejected it, or it expired, lapsed or was canceled. It did not run. */
  | { readonly status: 'rejected'; readonly reason: string }
  /** It failed, its outcome is unknown for good, or its result is no longer stored. */
  | { readonly status: 'failed'; readonly message: string }
);

/** The tenant and the application whose external calls an operation finds. */
export interface ExternalCallScope {
  /** @default 'default' */
  readonly tenant?: string;
  /** Finds only the calls that this application requested. @default every call of the tenant */
  readonly application?: string;
}

/** A request to start an approved external call. */
export interface ExternalCallClaim extends ExternalCallScope {
  /** The hash of the arguments that the caller will use. */
  readonly argsHash: string;
  /** Identifies the attempt, 1 to 200 characters. Only its owner renews and finishes the call. Use a random text. */
  readonly token: string;
  /** How long the call is claimed, in milliseconds, from 1 to 86,400,000. @default `approval.leaseMs` */
  readonly leaseMs?: number;
}

/** The answer to a claim. */
export type ExternalCallAnswer =
  | {
      readonly answer: 'start';
      /** The arguments that were approved. */
      readonly arguments: JsonObject;
      /** The same for each attempt. Pass it to services that must not repeat an effect. */
      readonly idempotencyKey: string;
      /** 1, plus one for each claim after a lost lease. */
      readonly attempt: number;
      /** Claim again with the same token before this time, or finish. ISO 8601, by the store's clock. */
      readonly leaseExpiresAt: string;
    }
  /** Another token has claimed it, it has ended, or its outcome is unknown. Do not run it. */
  | { readonly answer: 'no'; readonly status: ApprovalStatus };

/** The outcome of a claimed call. */
export interface ExternalCallFinish extends ExternalCallScope {
  /** The token of the claim. */
  readonly token: string;
  /** `value` is plain JSON within the limits of arguments; `message` has at most 10,000 characters. */
  readonly outcome: Exclude<KnownOutcome, { readonly type: 'abandoned' }>;
}
