import type { Tenant } from '../orders/order.js';

/** The tool context of a conversation, for tools and the policy; the model never sees or sets it. */
export type DeskContext = {
  readonly tenant: Tenant;
  /** The user who sends messages to the desk. */
  readonly user: string;
};
