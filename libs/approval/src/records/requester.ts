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
  /** Sees approvals of this tenant only. @default every tenant */
  readonly tenant?: string;
  readonly roles?: readonly string[];
}
