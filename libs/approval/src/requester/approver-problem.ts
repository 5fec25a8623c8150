import { isObject, recordOf } from '#core';
import { ANY_TENANT, PERSON_LENGTH } from '../approval.constants.js';
import { type NamesOf, unknownName } from '../validation/known-names.js';
import type { Approver } from './requester.js';

const NAMES: NamesOf<Approver> = { id: true, tenant: true, roles: true, administrator: true };

const ROLES = 1000;
const ROLES_LENGTH = 100_000;

const isText = (value: unknown): boolean => typeof value === 'string';

/** Returns what is wrong with an approver, in half a sentence; undefined if it is valid. */
export const approverProblem = (by: unknown, needsId = true): string | undefined => {
  if (!isObject(by)) return 'it is not an object';
  const unknown = unknownName(by, NAMES);
  if (unknown) return unknown;
  const { id, tenant, roles, administrator } = recordOf(by);
  const isIdentified = isText(id) ? id !== '' : id === undefined && !needsId;
  if (!isIdentified) return '"id" must be a string that is not empty';
  const isTenant = tenant === undefined || tenant === ANY_TENANT || (isText(tenant) && tenant !== '');
  if (!isTenant) return '"tenant" must be a string that is not empty, or ANY_TENANT';
  const long = Object.entries({ id, tenant }).find(([, value]) => isText(value) && lengthOf(value) > PERSON_LENGTH);
  if (long) return `"${long[0]}" must have at most ${PERSON_LENGTH} characters`;
  // A string such as "false" is not a boolean.
  const isStated = administrator === undefined || typeof administrator === 'boolean';
  if (!isStated) return '"administrator" must be a boolean';
  return roles === undefined ? undefined : rolesProblem(roles);
};

/** Returns what is wrong with the roles of an approver, in half a sentence; undefined if they are valid. */
export const rolesProblem = (roles: unknown): string | undefined => {
  // `includes` on a string would also match a part of a word.
  if (!Array.isArray(roles) || !roles.every(isText)) return '"roles" must be an array of strings';
  return isTooMuch(roles) ? TOO_MANY_ROLES : undefined;
};

const lengthOf = (text: unknown): number => (text as string).length;

const isTooMuch = (roles: readonly string[]): boolean =>
  roles.length > ROLES || roles.reduce((sum, { length }) => sum + length, 0) > ROLES_LENGTH;

const TOO_MANY_ROLES = `"roles" must have at most ${ROLES} entries, with ${ROLES_LENGTH} characters together`;
