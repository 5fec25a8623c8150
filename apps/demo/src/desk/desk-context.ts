import type { Tenant } from '../orders/order.js';

/** What the application tells its tools and its policy about a conversation; the model never sees or sets it. */
export type DeskContext = {
  readonly tenant: Tenant;
  /** Who talks to the desk. */
  readonly user: string;
};
