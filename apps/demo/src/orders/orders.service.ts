import { Inject, Injectable } from '@nestjs/common';
import { SQL_DATABASE } from 'toolgate/sql';
import type { DeskDatabase, DeskTransaction } from '../database/desk-tables.js';
import { Effects } from '../database/effects.js';
import { Bank } from './bank.js';
import type { Order } from './order.js';
import {
  AlreadyRefundedException,
  OrderChangedException,
  OrderNotCancellableException,
  OrderNotExchangeableException,
  RefundTooHighException,
  UnknownOrderException,
} from './orders.errors.js';

/** An order, named by its shop and number. */
export interface NamedOrder {
  readonly tenant: string;
  readonly orderNumber: string;
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.trim().toLowerCase();

/** The order book of all shops. Every query names its shop, and every effect has a key and happens once. */
@Injectable()
export class OrdersService {
  constructor(
    @Inject(SQL_DATABASE) private readonly database: DeskDatabase,
    private readonly effects: Effects,
    private readonly bank: Bank,
  ) {}

  all(): Promise<readonly Order[]> {
    return this.database.selectFrom('desk_orders').selectAll().orderBy('number').execute();
  }

  async find({ tenant, orderNumber }: NamedOrder, database: DeskDatabase = this.database): Promise<Order | undefined> {
    const orders = await ofTenant(database, tenant);
    return orders.find(({ number }) => same(number, orderNumber));
  }

  async get(named: NamedOrder, database: DeskDatabase = this.database): Promise<Order> {
    const order = await this.find(named, database);
    if (!order) throw new UnknownOrderException(named.tenant, named.orderNumber);
    return order;
  }

  /** Accepts a whole name, one word of it, or an e-mail address. */
  async ofCustomer(tenant: string, who: string): Promise<readonly Order[]> {
    const orders = await ofTenant(this.database, tenant);
    return orders.filter(({ customer, email }) =>
      [email, customer, ...customer.split(' ')].some((known) => same(known, who)),
    );
  }

  async hasCustomer(tenant: string, address: string): Promise<boolean> {
    const orders = await ofTenant(this.database, tenant);
    return orders.some(({ email }) => same(email, address));
  }

  async refund(named: NamedOrder, amount: number, key: string): Promise<Order> {
    const order = await this.effects.once(key, async (writing) => {
      const order = await this.get(named, writing);
      const problem = refundProblem(order, amount);
      if (problem) throw problem;
      return save(writing, order, { status: 'refunded', refunded: amount });
    });
    await this.bank.confirm(order);
    return order;
  }

  exchange(named: NamedOrder, color: string, key: string): Promise<Order> {
    return this.effects.once(key, async (writing) => {
      const order = await this.get(named, writing);
      const problem = exchangeProblem(order);
      if (problem) throw problem;
      return save(writing, order, { item: `${order.item}, ${color}` });
    });
  }

  cancel(named: NamedOrder, key: string): Promise<Order> {
    return this.effects.once(key, async (writing) => {
      const order = await this.get(named, writing);
      const problem = cancelProblem(order);
      if (problem) throw problem;
      return save(writing, order, { status: 'canceled' });
    });
  }
}

/** Returns why an order cannot be refunded; undefined if it can. */
export const refundProblem = (order: Order, amount: number): Error | undefined => {
  if (order.status === 'refunded') return new AlreadyRefundedException(order);
  return amount > order.amount ? new RefundTooHighException(order, amount) : undefined;
};

/** Returns why an order cannot be exchanged; undefined if it can. */
export const exchangeProblem = (order: Order): Error | undefined =>
  order.status === 'paid' || order.status === 'shipped' ? undefined : new OrderNotExchangeableException(order);

/** Returns why an order cannot be canceled; undefined if it can. */
export const cancelProblem = (order: Order): Error | undefined =>
  order.status === 'paid' ? undefined : new OrderNotCancellableException(order);

const ofTenant = (database: DeskDatabase, tenant: string): Promise<readonly Order[]> =>
  database
    .selectFrom('desk_orders')
    .selectAll()
    .where('tenant', '=', tenant as Order['tenant'])
    .orderBy('number')
    .execute();

const save = async (writing: DeskTransaction, order: Order, change: Partial<Order>): Promise<Order> => {
  const { numUpdatedRows } = await writing
    .updateTable('desk_orders')
    .set(change)
    .where('number', '=', order.number)
    .where('status', '=', order.status)
    .where('item', '=', order.item)
    .executeTakeFirstOrThrow();
  // On PostgreSQL, another instance may change the order between the two statements.
  if (numUpdatedRows === 0n) throw new OrderChangedException(order);
  return { ...order, ...change };
};
