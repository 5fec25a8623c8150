/** Identifies one conversation: its id, which two tenants may both use, and its tenant. */
export interface ConversationKey {
  readonly tenant: string;
  readonly conversation: string;
}
