import type { Approver } from './requester.js';
import { approverProblem } from './approver-problem.js';
import { defined } from '#core';

/** A person who only reads: the tenant is enough. */
export type Viewer = Partial<Approver>;

/**
 * Returns a copy of an approver, which cannot change while it is used. Throws `TypeError` if a property is missing,
 * unknown or invalid.
 */
export const readApprover = (by: Approver): Approver => copyOf(by, true);

/** Returns a copy of a viewer, who needs no id; undefined if there is none. Throws `TypeError` as `readApprover` does. */
export const readViewer = (by: Viewer | undefined): Viewer | undefined =>
  by === undefined ? undefined : copyOf(by, false);

const copyOf = <T extends Partial<Approver>>(by: T, needsId: boolean): T => {
  const problem = approverProblem(by, needsId);
  if (problem) {
    throw new TypeError(
      `The approver cannot be read: ${problem}. Pass { id, tenant, roles } from the authenticated session.`,
    );
  }
  const { id, tenant, roles, administrator } = by;
  return defined({ id, tenant, roles: roles && [...roles], administrator }) as T;
};
