import type { Order } from './order.js';

const ann = { customer: 'Ann Baker', email: 'ann@example.com' };
const ben = { customer: 'Ben Carter', email: 'ben@example.com' };
const gina = { customer: 'Gina Diaz', email: 'gina@example.com' };
const acme = { tenant: 'acme', refunded: 0 } as const;
const globex = { tenant: 'globex', refunded: 0 } as const;

/** The orders of a new database. Ann buys in both shops. */
export const ORDER_BOOK: readonly Order[] = [
  { ...acme, ...ann, number: 'A-1042', item: 'desk lamp', amount: 40, status: 'paid' },
  { ...acme, ...ann, number: 'A-1043', item: 'office chair', amount: 80, status: 'paid' },
  { ...acme, ...ben, number: 'A-1050', item: 'notebook set', amount: 25, status: 'paid' },
  { ...acme, ...ben, number: 'A-1051', item: 'monitor stand', amount: 45, status: 'shipped' },
  { ...acme, ...ben, number: 'A-1060', item: 'pen holder', amount: 30, status: 'refunded', refunded: 30 },
  { ...acme, ...ann, number: 'A-1061', item: 'wall clock', amount: 35, status: 'canceled' },
  { ...globex, ...gina, number: 'G-2001', item: 'tea kettle', amount: 40, status: 'paid' },
  { ...globex, ...gina, number: 'G-2002', item: 'coffee machine', amount: 80, status: 'shipped' },
  { ...globex, ...ann, number: 'G-2003', item: 'milk jug', amount: 15, status: 'paid' },
];
