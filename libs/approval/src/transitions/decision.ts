import type { JsonObject, JsonValue } from 'toolgate/model';
import type { PresentApprover, PresentRoles } from '../requester/present-approver.js';
import type { CheckedEdit } from './edit-approval.js';

/** A decision on one revision of an approval. */
export interface DecideApproval {
  /** Chosen by the caller. The same decision with the same id changes nothing. */
  readonly decisionId: string;
  /** `respond` answers in place of the tool. */
  readonly decision: 'approve' | 'reject' | 'respond';
  readonly revision: number;
  readonly argsHash: string;
  readonly reason?: string;
  /** With `approve`: the arguments that replace the model's. Only if the requirement allows edits. */
  readonly editedArguments?: JsonObject;
  /** With `respond`: the result that the model receives in place of the tool's. */
  readonly response?: JsonValue;
  /** With `approve`: the requester's answer to the question of the tool. */
  readonly answer?: JsonValue;
}

/** A decision and its approver. */
export interface Decision {
  readonly command: DecideApproval;
  readonly by: PresentApprover;
}

/** A decision with its checked edit or response. */
export interface CheckedDecision extends Decision {
  readonly edit?: CheckedEdit;
  /** The answer to a client tool, as its schema converts it. */
  readonly response?: JsonValue;
  /** The answer to the question of a tool, as its schema accepts it. */
  readonly answer?: JsonValue;
  /** The roles that earlier voters have now; absent without an `ApproverDirectory`. */
  readonly voters?: PresentRoles;
}
