import type { Approver } from 'toolgate/approval';

/** Both tenants have the same people and the same conversations, and must never notice. */
export const TENANTS = ['acme', 'umbra'];

export const CONVERSATIONS = ['1', '2', '3', '4', '5'];

const ROLES: Readonly<Record<string, readonly string[]>> = {
  ann: ['clerk'],
  bob: ['clerk', 'director'],
  cleo: ['director'],
  dan: ['director'],
  eve: [],
};

/** Everybody who asks and decides; they do both. */
export const PEOPLE = Object.keys(ROLES);

/** A person as the application knows them. */
export const personOf = (id: string, tenant: string): Approver => ({ id, tenant, roles: ROLES[id]! });
