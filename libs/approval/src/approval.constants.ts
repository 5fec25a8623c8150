/** The token of the options passed to `forRoot({ approval })`; `ToolgateModule` provides it. */
export const APPROVAL_OPTIONS = Symbol.for('toolgate:options:approval');

/** The methods of an ApprovalStore. */
export const STORE_MEMBERS = [
  'change',
  'state',
  'checkpoint',
  'approval',
  'approvals',
  'count',
  'stats',
  'toolSchema',
  'runs',
  'due',
  'ended',
  'deleteEnded',
  'events',
  'counts',
  'setAside',
] as const;

/** The methods of a RequesterResolver. */
export const RESOLVER_MEMBERS = ['identify', 'rehydrate'] as const;

/** The longest wait, a hundred years in milliseconds. Its end must still be a valid date. */
export const LONGEST_MS = 100 * 365 * 86_400_000;

/** How many decisions are saved with an approval. */
export const MOST_DECISIONS = 1000;

/** The most characters of the id of a person, of a tenant, and of a name in a requirement. */
export const PERSON_LENGTH = 1000;

/** How strategies that ask a person describe their tools. */
export const A_PERSON_DECIDES = 'a person decides';

/**
 * The tenant of an approver or viewer who may see every tenant. It is a symbol, so no request body, header or stored
 * text can contain it. `JSON.stringify` omits it; an approver without it sees only the tenant `default`.
 */
export const ANY_TENANT: unique symbol = Symbol.for('toolgate:any-tenant');
