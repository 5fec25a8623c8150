import type { Approver } from 'toolgate/approval';

/** Both tenants have the same people and the same conversations, and must never see each other. */
export const TENANTS = ['acme', 'umbra'];

/** The names of so many conversations. */
export const conversationsOf = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => String(index + 1));

const ROLES: Readonly<Record<string, readonly string[]>> = {
  ann: ['clerk'],
  bob: ['clerk', 'director'],
  cleo: ['director'],
  dan: ['director'],
  eve: [],
};

/** All people; each of them is a requester and an approver. */
export const PEOPLE = Object.keys(ROLES);

/** A person as the application identifies them. */
export const personOf = (id: string, tenant: string): Approver => ({ id, tenant, roles: ROLES[id]! });
