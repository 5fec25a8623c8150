import type { ApprovalRequirement } from 'toolgate/approval';

/** An application whose calls people decide at this door. */
export interface ExternalApplication {
  /** Its name, which approvers read: letters, digits, `.`, `_` and `-`. */
  readonly name: string;
  /** The tenant whose approvers decide its calls. @default 'default' */
  readonly tenant?: string;
  /**
   * The SHA-256 of its secret, as 64 hexadecimal digits; two or more while a secret is being replaced. The secret is
   * never configured here.
   */
  readonly secretHashes: readonly string[];
  /**
   * What each of its calls requires, in addition to the requirement that the application states.
   * @default none: every approver of the tenant may decide
   */
  readonly requirement?: ApprovalRequirement;
}
