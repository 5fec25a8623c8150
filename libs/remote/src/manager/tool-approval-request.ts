import type { JsonObject } from 'toolgate/model';

/** A call that a person decides at the approval service. */
export interface ToolApprovalRequest {
  readonly toolName: string;
  /** The validated arguments. The approver reads them. */
  readonly arguments: JsonObject;
  /** What the tool does, for the approver. */
  readonly description?: string;
  /** Identifies the request: a second one with the same id is the same call. @default a random id */
  readonly requestId?: string;
  /** The id of the person on whose behalf the call is made. @default the name of this application */
  readonly requester?: string;
  readonly conversation?: string;
  /** Ends the wait. */
  readonly signal?: AbortSignal;
}
