import type { JsonObject } from 'toolgate/model';
import { HOSTILE, LARGE_CONFIG, LONG_EMAIL } from './texts.fixture.js';
import { HOSTILE_TOOL } from './tools.fixture.js';

/** A call that the model makes on behalf of a customer. */
export interface Request {
  readonly tool: string;
  readonly args: JsonObject;
  /** @default 'maria' */
  readonly user?: string;
  /** @default 'acme' */
  readonly tenant?: string;
  readonly conversation?: string;
}

/** Who asks, and in which conversation. */
export type Asking = Pick<Request, 'user' | 'tenant' | 'conversation'>;

export const refund = (args: JsonObject = {}, asking: Asking = {}): Request => ({
  tool: 'refund',
  args: { orderNumber: 'A-1043', amount: 80, currency: 'EUR', ...args },
  ...asking,
});

export const transfer = (args: JsonObject = {}, asking: Asking = {}): Request => ({
  tool: 'transferMoney',
  args: {
    iban: 'DE89370400440532013000',
    recipient: 'Northwind Furniture GmbH',
    amount: 12_480.5,
    currency: 'EUR',
    executeOn: '2026-12-01',
    reference: 'Invoice 2026-1188',
    isUrgent: false,
    ...args,
  },
  ...asking,
});

export const email = (args: JsonObject = {}, asking: Asking = {}): Request => ({
  tool: 'sendEmail',
  args: {
    to: 'ann.baker@example.com',
    subject: 'Your order A-1043',
    body: LONG_EMAIL,
    attachments: [{ name: 'return-label.pdf', url: 'https://shop.example/labels/1043.pdf' }],
    ...args,
  },
  ...asking,
});

export const deploy = (args: JsonObject = {}, asking: Asking = {}): Request => ({
  tool: 'deploy',
  args: {
    service: 'checkout',
    environment: 'production',
    startAt: '2026-11-24T02:30:00Z',
    config: LARGE_CONFIG,
    ...args,
  },
  ...asking,
});

export const deleteAccount = (args: JsonObject = {}, asking: Asking = {}): Request => ({
  tool: 'deleteAccount',
  args: { customer: 'C-20931', reason: 'The customer asked for it in writing.', ...args },
  ...asking,
});

export const payOut = (args: JsonObject = {}, asking: Asking = {}): Request => ({
  tool: 'payOut',
  args: { orderNumber: 'A-1050', amount: 250, currency: 'EUR', ...args },
  ...asking,
});

export const schedulePayment = (args: JsonObject = {}, asking: Asking = {}): Request => ({
  tool: 'schedulePayment',
  args: {
    payee: 'Northwind Furniture GmbH',
    amountInCents: 490_000,
    currency: 'EUR',
    payAt: '2026-12-01T08:30:00+01:00',
    ...args,
  },
  ...asking,
});

export const locate = (asking: Asking = {}): Request => ({ tool: 'locate', args: { precise: true }, ...asking });

export const exchange = (asking: Asking = {}): Request => ({ tool: 'exchange', args: { order: 'A-1042' }, ...asking });

export const hostile = (asking: Asking = {}): Request => ({
  tool: HOSTILE_TOOL,
  args: { [HOSTILE.link]: HOSTILE.script, ...HOSTILE },
  user: `mal\u202Eyrollam<i>`,
  conversation: HOSTILE.markdown,
  ...asking,
});

/** Refunds of many customers, of different amounts. */
export const manyRefunds = (count: number): readonly Request[] =>
  Array.from({ length: count }, (_, index) =>
    refund(
      { orderNumber: `A-${1000 + index}`, amount: 51 + ((index * 37) % 900) + (index % 4) / 4 },
      { user: ['maria', 'jonas', 'aylin', 'pavel', 'chloe'][index % 5] },
    ),
  );
