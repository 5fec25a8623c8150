import type { DecideApproval } from 'toolgate/approval';
import type { JsonObject } from 'toolgate/model';
import { RequestException } from '../problem/request.exception.js';

/** The properties of a decision. `remember` has a refusal of its own. */
export const DECISION: readonly string[] = [
  'decisionId',
  'decision',
  'revision',
  'argsHash',
  'reason',
  'editedArguments',
  'response',
  'answer',
  'remember',
];

/** Returns the decision that a body contains; `ApprovalService` checks its values. */
export const decisionOf = (body: JsonObject): DecideApproval => {
  if (Object.hasOwn(body, 'remember')) {
    throw new RequestException(
      'bad-decision',
      'A decision cannot be remembered, because this version has no grants. Leave remember out, and decide each call.',
    );
  }
  return body as JsonObject & DecideApproval;
};
