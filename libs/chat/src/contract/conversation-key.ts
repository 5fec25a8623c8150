/** Identifies one conversation: its id, which two tenants may both use, and its tenant. */
export interface ConversationKey {
  readonly tenant: string;
  readonly conversation: string;
}

/** The tenant of an application that names none, and of records that were stored without a tenant. */
export const DEFAULT_TENANT = 'default';
