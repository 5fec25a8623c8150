/** The shops that share this support desk. */
export const TENANTS = ['acme', 'globex'] as const;

/** The name of a shop. */
export type Tenant = (typeof TENANTS)[number];

/** The state of an order. */
export type OrderStatus = 'paid' | 'shipped' | 'canceled' | 'refunded';

/** One order of one shop; amounts are in euros. */
export type Order = {
  readonly number: string;
  readonly tenant: Tenant;
  readonly customer: string;
  readonly email: string;
  readonly item: string;
  readonly amount: number;
  readonly refunded: number;
  readonly status: OrderStatus;
};
