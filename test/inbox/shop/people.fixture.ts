import { ANY_TENANT } from 'toolgate/approval';
import type { DevelopmentPerson } from 'toolgate/http';

/** The people who may open the inbox of the shop. A page is opened as one of them by id. */
export const PEOPLE: readonly DevelopmentPerson[] = [
  { id: 'lee', tenant: 'acme', roles: ['staff', 'lead', 'finance'] },
  { id: 'kim', tenant: 'acme', roles: ['staff', 'finance'] },
  // Decides nothing that needs a role.
  { id: 'sam', tenant: 'acme', roles: [] },
  { id: 'ann', tenant: 'acme', roles: ['lead'] },
  { id: 'root', tenant: 'acme', roles: ['staff', 'lead', 'finance'], administrator: true },
  { id: 'gus', tenant: 'globex', roles: ['staff', 'lead', 'finance'] },
  { id: 'ops', tenant: ANY_TENANT, roles: ['staff', 'lead', 'finance'], administrator: true },
];
