import type { DevelopmentPerson } from 'toolgate/http';

/** The customers who chat on the page. They have no role, so they decide nothing and read no approvals. */
export const CUSTOMERS: readonly DevelopmentPerson[] = [
  { id: 'ann', name: 'Ann Baker (customer)', tenant: 'acme' },
  { id: 'ben', name: 'Ben Carter (customer)', tenant: 'acme' },
  { id: 'gina', name: 'Gina Diaz (customer)', tenant: 'globex' },
];
