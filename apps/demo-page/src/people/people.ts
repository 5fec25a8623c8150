/** A customer who may chat. The demo has no login: the page names the customer in each request. */
export interface Customer {
  readonly id: string;
  readonly name: string;
  readonly tenant: 'acme' | 'globex';
}

export const CUSTOMERS: readonly [Customer, ...Customer[]] = [
  { id: 'ann', name: 'Ann Baker', tenant: 'acme' },
  { id: 'ben', name: 'Ben Carter', tenant: 'acme' },
  { id: 'gina', name: 'Gina Diaz', tenant: 'globex' },
];

/** A person of the desk who may decide. */
export interface Clerk {
  readonly id: string;
  readonly name: string;
  readonly role: string;
}

export const CLERKS: readonly [Clerk, ...Clerk[]] = [
  { id: 'sam', name: 'Sam', role: 'clerk' },
  { id: 'grace', name: 'Grace', role: 'manager' },
];
