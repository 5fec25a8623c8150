import type { StoredApproval } from './stored-approval.js';
import { isAltered } from './is-altered.js';

const ALTERED =
  'Its stored arguments do not match its argsHash: the record was altered in the database. Cancel the approval.';

/** Returns why a stored approval cannot be trusted, for people; undefined if its arguments match their hash. */
export const argumentDamage = ({ arguments: input, argsHash }: StoredApproval): string | undefined =>
  isAltered(input, argsHash) ? ALTERED : undefined;
