import { euros } from './euros.js';
import type { Order } from './order.js';

/** The shop has no such order. For an order of another shop, the text is the same. */
export class UnknownOrderException extends Error {
  override readonly name = 'UnknownOrderException';

  constructor(tenant: string, orderNumber: string) {
    super(`${tenant} has no order ${orderNumber}. Check the number on the invoice.`);
  }
}

/** The order is already refunded: an order is refunded once. */
export class AlreadyRefundedException extends Error {
  override readonly name = 'AlreadyRefundedException';

  constructor({ number, refunded }: Order) {
    super(`Order ${number} has already been refunded (${euros(refunded)}). An order is refunded only once.`);
  }
}

/** The refund exceeds the paid amount. */
export class RefundTooHighException extends Error {
  override readonly name = 'RefundTooHighException';

  constructor({ number, amount }: Order, asked: number) {
    super(`${euros(asked)} is more than was paid for order ${number}. Refund ${euros(amount)} at most.`);
  }
}

/** The order can no longer be canceled. */
export class OrderNotCancellableException extends Error {
  override readonly name = 'OrderNotCancellableException';

  constructor({ number, status }: Order) {
    const instead = status === 'shipped' ? 'it cannot be canceled. Refund it instead.' : 'nothing is left to cancel.';
    super(`Order ${number} is ${status} already: ${instead}`);
  }
}

/** The order can no longer be exchanged. */
export class OrderNotExchangeableException extends Error {
  override readonly name = 'OrderNotExchangeableException';

  constructor({ number, status }: Order) {
    super(`Order ${number} is ${status} already: nothing is left to exchange.`);
  }
}

/** Another request changed the order at the same time. */
export class OrderChangedException extends Error {
  override readonly name = 'OrderChangedException';

  constructor({ number }: Order) {
    super(`Order ${number} was changed by another request at the same time. Find the order and try again.`);
  }
}
