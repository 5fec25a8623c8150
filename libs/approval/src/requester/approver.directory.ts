import { SEAM } from 'toolgate/model';
import type { ApproverRequirement } from '../requirement/approval-requirement.js';

/** The data that a directory has of a person now. */
export interface CurrentApprover {
  readonly roles: readonly string[];
}

/** A person who could decide an approval. */
export interface EligibleApprover {
  readonly id: string;
  /** The name to show. */
  readonly name?: string;
}

/**
 * Returns the present roles of approvers, such as from a database of users. Provide one in any module. It is asked
 * before each decision, and about the earlier voters before the vote that meets the requirement. Without one, the roles
 * of the caller's `Approver` count. If it throws or takes too long, the decision fails with `unavailable`.
 */
export abstract class ApproverDirectory {
  static readonly [SEAM]: string = 'ApproverDirectory';

  /** Returns the present roles of a person; undefined if the person may not decide any more. */
  abstract current(id: string, tenant: string): CurrentApprover | undefined | Promise<CurrentApprover | undefined>;
  /** Lists the people of a group of approvers. A group without `roles` and `users` contains everyone. */
  abstract eligible(
    group: ApproverRequirement,
    tenant: string,
  ): readonly EligibleApprover[] | Promise<readonly EligibleApprover[]>;
}
