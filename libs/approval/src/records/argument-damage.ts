import type { StoredApproval } from './stored-approval.js';
import { isAltered } from './is-altered.js';

const ALTERED = 'Its stored arguments are not those that its argsHash names: the record was altered in the database.';

/** Why a stored approval cannot be trusted, for people; undefined if its arguments have their hash. */
export const argumentDamage = ({ arguments: input, argsHash }: StoredApproval): string | undefined =>
  isAltered(input, argsHash) ? ALTERED : undefined;
