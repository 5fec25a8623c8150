import type { ANY_TENANT } from '../approval.constants.js';

/** On whose behalf a turn runs. */
export interface Requester {
  readonly id: string;
  /** @default 'default' */
  readonly tenant?: string;
}

/** A requester as it is stored: of a tenant. */
export type TenantRequester = Requester & { readonly tenant: string };

/** Who decides: what the application knows of the person at the time of the decision. */
export interface Approver {
  readonly id: string;
  /** Sees and decides in this tenant only; in all of them with `ANY_TENANT`. @default 'default' */
  readonly tenant?: string | typeof ANY_TENANT;
  readonly roles?: readonly string[];
}
