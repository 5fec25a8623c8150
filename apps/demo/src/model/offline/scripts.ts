import { euros } from '../../orders/euros.js';
import type { Order } from '../../orders/order.js';
import type { SupportRequest } from './support-request.js';
import type { CallResult, WantedCall } from './tool-results.js';

/** The outcome of one request. */
export interface Done {
  readonly type: 'done';
  readonly succeeded: boolean;
  /** The sentence for the user of the desk. */
  readonly sentence: string;
  /** The sentence for the customer; absent if there is no news. */
  readonly news?: string;
}

/** Yields one call after the other, receives the result of each, and returns the outcome of the request. */
export type Script = Generator<WantedCall, Done, CallResult>;

type Request<T extends SupportRequest['type']> = Extract<SupportRequest, { type: T }>;

/** A call returned no value for the next step. */
export class CallRefusedException extends Error {
  override readonly name = 'CallRefusedException';

  constructor(
    readonly how: Exclude<CallResult['type'], 'value'>,
    reason: string,
  ) {
    super(reason);
  }
}

function* ask<T>(toolName: string, input: object): Generator<WantedCall, T, CallResult> {
  const result = yield { toolName, input: JSON.stringify(input) };
  if (result.type === 'value') return result.value as T;
  throw new CallRefusedException(result.type, result.reason);
}

// The answer of a page is the result of its tool.
function* askPage<T>(toolName: string): Generator<WantedCall, T, CallResult> {
  const result = yield { toolName, input: '{}' };
  if (result.type === 'answered') return JSON.parse(result.reason) as T;
  throw new CallRefusedException('failed', result.type === 'value' ? 'the page did not answer' : result.reason);
}

const findOrder = (orderNumber: string) => ask<Order>('findOrder', { orderNumber });
const done = (sentence: string, news?: string): Done => ({
  type: 'done',
  succeeded: true,
  sentence,
  news,
});

const describe = ({ number, item, amount, status }: Order): string =>
  `${number} (${item}, ${euros(amount)}, ${status})`;

function* find({ order }: Request<'find'>): Script {
  const found = yield* findOrder(order);
  return done(`Order ${describe(found)} was placed by ${found.customer} (${found.email}).`);
}

function* list({ customer }: Request<'list'>): Script {
  const orders = yield* ask<readonly Order[]>('listOrders', { customer });
  if (orders.length === 0) return done(`I found no orders of "${customer}".`);
  return done(`The orders of ${orders[0]?.customer}: ${orders.map(describe).join(', ')}.`);
}

function* refund({ order, amount }: Request<'refund'>): Script {
  const sum = amount ?? (yield* findOrder(order)).amount;
  // A person may have changed the arguments: the result counts, not the request.
  const { number, refunded } = yield* ask<Order>('refund', { orderNumber: order, amount: sum });
  const changed =
    number === order && refunded === sum ? '' : ` A person changed the request from ${euros(sum)} of ${order}.`;
  return done(
    `I refunded ${euros(refunded)} of order ${number}.${changed}`,
    `We refunded ${euros(refunded)} of your order ${number}.`,
  );
}

function* cancel({ order }: Request<'cancel'>): Script {
  yield* ask('cancelOrder', { orderNumber: order });
  return done(`I canceled order ${order}.`, `We canceled your order ${order}.`);
}

function* exchange({ order }: Request<'exchange'>): Script {
  const { item } = yield* ask<Order>('exchange', { orderNumber: order });
  return done(`I exchanged order ${order}: ${item}.`, `Your order ${order} is now: ${item}.`);
}

interface Browser {
  readonly browser: string;
  readonly width: number;
  readonly height: number;
}

function* describeBrowser(): Script {
  const { browser, width, height } = yield* askPage<Browser>('describeBrowser');
  return done(`You use ${browser}, in a window of ${width} × ${height} pixels.`);
}

function* addressOf(customer: string): Generator<WantedCall, string, CallResult> {
  if (customer.includes('@')) return customer;
  const orders = yield* ask<readonly Order[]>('listOrders', { customer });
  const [address, ...more] = new Set(orders.map(({ email }) => email));
  if (address && more.length === 0) return address;
  throw new CallRefusedException(
    'failed',
    `${address ? 'several customers are' : 'no customer is'} called "${customer}".`,
  );
}

function* email({ order, to, text }: Request<'email'>, news: readonly string[]): Script {
  const address = to ? yield* addressOf(to) : (yield* findOrder(order ?? '')).email;
  const subject = order ? `Your order ${order}` : 'A message from our support desk';
  const body = text ?? news.join(' ');
  yield* ask('sendEmail', { to: address, subject, body });
  return done(`I e-mailed ${address}: "${body}"`);
}

/** Returns the script of a request; `news` is the text of an e-mail without its own text. */
export const scriptOf = (request: SupportRequest, news: readonly string[]): Script => {
  switch (request.type) {
    case 'find':
      return find(request);
    case 'list':
      return list(request);
    case 'refund':
      return refund(request);
    case 'cancel':
      return cancel(request);
    case 'exchange':
      return exchange(request);
    case 'browser':
      return describeBrowser();
    case 'email':
      return email(request, news);
  }
};
