import { ANY_TENANT } from '../approval.constants.js';
import { type NamesOf, unknownName } from '../known-names.js';
import type { Approver } from '../records/requester.js';

const NAMES: NamesOf<Approver> = { id: true, tenant: true, roles: true };

const isText = (value: unknown): boolean => typeof value === 'string';

/** What is wrong with an approver, in half a sentence; undefined if nothing is. */
export const approverProblem = (by: unknown, needsId = true): string | undefined => {
  if (typeof by !== 'object' || by === null || Array.isArray(by)) return 'it is not an object';
  const unknown = unknownName(by, NAMES);
  if (unknown) return unknown;
  const { id, tenant, roles } = by as Readonly<Record<keyof Approver, unknown>>;
  const isIdentified = isText(id) ? id !== '' : id === undefined && !needsId;
  if (!isIdentified) return '"id" must be a string that is not empty';
  const isTenant = tenant === undefined || tenant === ANY_TENANT || (isText(tenant) && tenant !== '');
  if (!isTenant) return '"tenant" must be a string that is not empty, or ANY_TENANT';
  // A text would contain a role as part of another word.
  const areRoles = roles === undefined || (Array.isArray(roles) && roles.every(isText));
  return areRoles ? undefined : '"roles" must be an array of strings';
};
