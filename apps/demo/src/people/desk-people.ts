import { ANY_TENANT, type Approver } from 'toolgate/approval';

/**
 * The people who decide. The demo has no login: a request chooses one of them, the first one without a choice. They
 * work for the desk, which serves every tenant.
 */
export const DESK_PEOPLE: readonly Approver[] = [
  { id: 'sam', tenant: ANY_TENANT, roles: ['clerk'] },
  { id: 'grace', tenant: ANY_TENANT, roles: ['clerk', 'manager'] },
];
