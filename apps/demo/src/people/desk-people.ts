import { ANY_TENANT } from 'toolgate/approval';
import type { DevelopmentPerson } from 'toolgate/http';

/**
 * The people who decide. The demo has no login: a request chooses one of them, the first one without a choice. They
 * work for the desk, which serves every tenant.
 */
export const DESK_PEOPLE: readonly DevelopmentPerson[] = [
  { id: 'sam', name: 'Sam (clerk)', tenant: ANY_TENANT, roles: ['clerk'] },
  { id: 'grace', name: 'Grace (manager)', tenant: ANY_TENANT, roles: ['clerk', 'manager'] },
];
