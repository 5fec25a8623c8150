import type { Kysely, Transaction } from 'kysely';
import type { Order } from '../orders/order.js';
import type { Email } from '../outbox/email.js';

/** The desk's own tables, in the same file as those of Toolgate. */
export interface DeskTables {
  desk_orders: Order;
  desk_outbox: Email & { readonly id?: number };
  /** The result of every effect, by its idempotency key. */
  desk_effects: { readonly key: string; readonly result: string };
}

/** The database of the desk. */
export type DeskDatabase = Kysely<DeskTables>;

/** The database inside a transaction: everything is written, or nothing. */
export type DeskTransaction = Transaction<DeskTables>;
