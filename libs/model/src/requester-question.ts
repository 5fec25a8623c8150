import type { JsonSchema } from '#core';

/** A question of a tool to the requester of its turn, before a call runs. A run saves it in this form. */
export interface RequesterQuestion {
  readonly message: string;
  /** The JSON Schema of the answer, always of an object. */
  readonly schema: JsonSchema;
  /** The property of the schema that holds the answer, if the answer is not an object. */
  readonly wrappedIn?: 'value';
  /** Whether an approver decides on the call after the requester has answered. */
  readonly needsApproval?: true;
}
