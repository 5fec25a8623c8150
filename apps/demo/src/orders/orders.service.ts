import { Injectable } from '@nestjs/common';
import { ORDER_BOOK } from './order-book.js';
import type { Order } from './order.js';
import {
  AlreadyRefundedException,
  OrderNotCancellableException,
  RefundTooHighException,
  UnknownOrderException,
} from './orders.errors.js';

const same = (a: string, b: string): boolean => a.toLowerCase() === b.trim().toLowerCase();

/** The order book of all shops, in memory. Every question names the shop it is asked for. */
@Injectable()
export class OrdersService {
  private readonly orders = new Map(ORDER_BOOK.map((order) => [order.number, order]));

  all(): readonly Order[] {
    return [...this.orders.values()];
  }

  find(tenant: string, orderNumber: string): Order | undefined {
    return this.ofTenant(tenant).find(({ number }) => same(number, orderNumber));
  }

  get(tenant: string, orderNumber: string): Order {
    const order = this.find(tenant, orderNumber);
    if (!order) throw new UnknownOrderException(tenant, orderNumber);
    return order;
  }

  /** Takes a whole name, one word of it, or an e-mail address. */
  ofCustomer(tenant: string, who: string): readonly Order[] {
    return this.ofTenant(tenant).filter(({ customer, email }) =>
      [email, customer, ...customer.split(' ')].some((known) => same(known, who)),
    );
  }

  hasCustomer(tenant: string, address: string): boolean {
    return this.ofTenant(tenant).some(({ email }) => same(email, address));
  }

  refund(tenant: string, orderNumber: string, amount: number): Order {
    const order = this.get(tenant, orderNumber);
    if (order.status === 'refunded') throw new AlreadyRefundedException(order);
    if (amount > order.amount) throw new RefundTooHighException(order, amount);
    return this.save({ ...order, status: 'refunded', refunded: amount });
  }

  cancel(tenant: string, orderNumber: string): Order {
    const order = this.get(tenant, orderNumber);
    if (order.status !== 'paid') throw new OrderNotCancellableException(order);
    return this.save({ ...order, status: 'cancelled' });
  }

  private ofTenant(tenant: string): readonly Order[] {
    return this.all().filter((order) => order.tenant === tenant);
  }

  private save(order: Order): Order {
    this.orders.set(order.number, order);
    return order;
  }
}
