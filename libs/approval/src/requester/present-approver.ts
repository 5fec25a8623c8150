import type { Approver } from './requester.js';

/** An approver with the roles that the directory of approvers stated before the decision. */
export interface PresentApprover extends Approver {
  /** Whether the directory does not know the person any more. */
  readonly isGone?: boolean;
}

/** The present roles of people by their ids; undefined for a person whom the directory does not know any more. */
export type PresentRoles = ReadonlyMap<string, readonly string[] | undefined>;
