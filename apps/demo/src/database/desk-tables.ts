import type { Kysely, Transaction } from 'kysely';
import type { Order } from '../orders/order.js';
import type { Email } from '../outbox/email.js';

/** The desk's own tables; they stand beside those of Toolgate, in the same file. */
export interface DeskTables {
  desk_orders: Order;
  desk_outbox: Email & { readonly id?: number };
  /** What every effect came to, by its idempotency key. */
  desk_effects: { readonly key: string; readonly result: string };
}

/** The database of the desk. */
export type DeskDatabase = Kysely<DeskTables>;

/** The database within a transaction: all of it is written, or nothing. */
export type DeskTransaction = Transaction<DeskTables>;
