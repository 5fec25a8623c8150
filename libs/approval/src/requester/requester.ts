import type { ANY_TENANT } from '../approval.constants.js';

/** The person on whose behalf a turn runs. */
export interface Requester {
  readonly id: string;
  /** @default 'default' */
  readonly tenant?: string;
}

/** A requester as it is stored: always with a tenant. */
export type TenantRequester = Requester & { readonly tenant: string };

/** The person who decides: what the application knows of the person at the time of the decision. */
export interface Approver {
  readonly id: string;
  /** The only tenant that the approver sees and decides in; `ANY_TENANT` for every tenant. @default 'default' */
  readonly tenant?: string | typeof ANY_TENANT;
  readonly roles?: readonly string[];
  /**
   * `false`: the person may cancel and resume only as a requester or an eligible approver, and may not reconcile.
   * Absent: the application has decided that the person may.
   */
  readonly administrator?: boolean;
}
