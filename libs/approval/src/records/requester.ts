/** On whose behalf a turn runs. */
export interface Requester {
  readonly id: string;
  readonly tenant: string;
}

/** Who decides: what the application knows of the person at the time of the decision. */
export interface Approver {
  readonly id: string;
  /** Sees approvals of this tenant only. @default every tenant */
  readonly tenant?: string;
  readonly roles?: readonly string[];
}
