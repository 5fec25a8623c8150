import type { JsonObject, JsonValue } from 'toolgate/model';
import type { ShownApproval } from '../shared/approval-ref.js';

/** A decision on an approval that the client was shown. */
export interface ShownDecision extends ShownApproval {
  /** The text that named the approval to the client. */
  readonly ref: string;
  readonly approved: boolean;
  readonly reason?: string;
  readonly editedArguments?: JsonObject;
  /** The answer to the question of a tool. */
  readonly answer?: JsonValue;
}
