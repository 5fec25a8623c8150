import type { StoredApproval } from './stored-approval.js';
import { argumentDamage } from './argument-damage.js';

/** Returns a stored approval for display: with `damaged` if its arguments or its answer do not match their hash. */
export const markDamage = (approval: StoredApproval): StoredApproval => {
  const damaged = argumentDamage(approval);
  return damaged === undefined ? approval : { ...approval, damaged };
};
