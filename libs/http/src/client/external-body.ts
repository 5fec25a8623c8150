import type { ApprovalStatusWord, JsonBody, JsonObjectBody, RequirementBody } from './approval-body.js';

/** The version of the wire format of external calls. It increases with a change that an older client cannot read. */
export const EXTERNAL_PROTOCOL = 1;

/** Who must approve a call, and until when. */
export interface ExternalRequirementBody extends Partial<Omit<RequirementBody, 'groups'>> {
  /** One group, or several that must all approve; every approver of the tenant if it is absent. */
  readonly approvers?: ApproversBody | readonly ApproversBody[];
  readonly message?: string;
  /** The time to decide, in milliseconds. */
  readonly expiresInMs?: number;
}

/** A group of approvers, in the request of an external call. */
export interface ApproversBody {
  readonly roles?: readonly string[];
  readonly users?: readonly string[];
  readonly quorum?: number;
}

/** A request to decide a call that the application runs itself. */
export interface ExternalRequestBody {
  readonly tool: string;
  readonly description?: string;
  /** The JSON Schema of the arguments. Edits need it. */
  readonly inputSchema?: JsonObjectBody;
  readonly arguments: JsonObjectBody;
  readonly requirement?: ExternalRequirementBody;
  /** The person on whose behalf the call is made. @default the application itself */
  readonly requester?: { readonly id: string };
  readonly conversation?: string;
  /** Identifies the request: a request with the same id returns the same call. */
  readonly requestId: string;
  readonly idempotent?: boolean;
}

/** An external call as it is now. */
export interface ExternalCallBody {
  readonly protocol: typeof EXTERNAL_PROTOCOL;
  /** The id of its approval, which all further requests name. */
  readonly id: string;
  readonly runId: string;
  /** `suspended` until it has ended. */
  readonly status: 'suspended' | 'completed' | 'rejected' | 'failed';
  /** The status of its approval. Claim it if it is `APPROVED`. */
  readonly approval: ApprovalStatusWord;
  /** The hash of the arguments that a claim names; another one after an edit. */
  readonly argsHash: string;
  readonly expiresAt: string;
  readonly decidedBy?: string;
  /** With `completed`: the value that was reported, or a person's answer. */
  readonly result?: JsonBody;
  /** With `rejected`. */
  readonly reason?: string;
  /** With `failed`. */
  readonly message?: string;
}

/** The statuses of several calls. A call that is unknown to the application is left out. */
export interface ExternalStatusesBody {
  readonly protocol: typeof EXTERNAL_PROTOCOL;
  readonly items: readonly { readonly id: string; readonly approval: ApprovalStatusWord }[];
}

/** A claim of an approved call. */
export interface ExternalClaimBody {
  readonly argsHash: string;
  /** A random text for each attempt. The same token renews the claim. */
  readonly token: string;
  readonly leaseMs?: number;
}

/** The answer to a claim. */
export type ExternalClaimedBody =
  | {
      readonly protocol: typeof EXTERNAL_PROTOCOL;
      readonly answer: 'start';
      readonly arguments: JsonObjectBody;
      readonly idempotencyKey: string;
      readonly attempt: number;
      readonly leaseExpiresAt: string;
    }
  /** Do not run it. */
  | { readonly protocol: typeof EXTERNAL_PROTOCOL; readonly answer: 'no'; readonly approval: ApprovalStatusWord };

/** The outcome of a claimed call. */
export interface ExternalFinishBody {
  readonly token: string;
  readonly outcome:
    | { readonly type: 'succeeded'; readonly value: JsonBody }
    | { readonly type: 'failed'; readonly message: string };
}
