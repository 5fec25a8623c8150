/** What `forRoot({ approval })` says; provided by whoever assembles the rooms. */
export const APPROVAL_OPTIONS = Symbol.for('toolgate:options:approval');

/** What a store must be able to do. */
export const STORE_MEMBERS = [
  'change',
  'state',
  'checkpoint',
  'approval',
  'approvals',
  'runs',
  'due',
  'events',
  'counts',
  'setAside',
] as const;

/** What a resolver of requesters must be able to do. */
export const RESOLVER_MEMBERS = ['identify', 'rehydrate'] as const;

/** The longest time that anything may wait, a hundred years in milliseconds: the end of it must be a date. */
export const LONGEST_MS = 100 * 365 * 86_400_000;

/** How many decisions an approval keeps. */
export const MOST_DECISIONS = 1000;

/** What strategies that ask a person say of the tools they ask about. */
export const A_PERSON_DECIDES = 'a person decides';

/**
 * In place of the tenant of an approver: all of them. A symbol, so that no body, header or stored text can be it;
 * `JSON.stringify` leaves it out, and what is left sees the tenant `default` only.
 */
export const ANY_TENANT: unique symbol = Symbol.for('toolgate:any-tenant');
