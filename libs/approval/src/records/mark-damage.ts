import type { StoredApproval } from './stored-approval.js';
import { argumentDamage } from './argument-damage.js';

/** Returns a stored approval as it is shown: with `damaged`, if its arguments do not have their hash. */
export const markDamage = (approval: StoredApproval): StoredApproval => {
  const damaged = argumentDamage(approval);
  return damaged === undefined ? approval : { ...approval, damaged };
};
