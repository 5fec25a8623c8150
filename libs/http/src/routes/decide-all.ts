import type { Approval, Approver, DecideApproval } from 'toolgate/approval';
import type { BulkResultBody } from '../client/request-body.js';
import { logUnexpected } from '../problem/log-unexpected.js';
import { problemOfError } from '../problem/problem-of-error.js';
import { approvalBody } from '../views/approval-body.js';
import type { BulkDecision } from './bulk-decisions.js';

// Each decision is a transaction, and other requests need connections to the store, too.
const AT_ONCE = 8;

/** Carries out one decision. */
export type Decide = (id: string, command: DecideApproval, by: Approver) => Promise<Approval>;

/**
 * Carries out the decisions of a bulk request, several at once, those on one approval in order. Each has a result of
 * its own, and one that is not accepted does not affect the others.
 */
export const decideAll = async (
  decisions: readonly BulkDecision[],
  by: Approver,
  decide: Decide,
): Promise<readonly BulkResultBody[]> => {
  const results: BulkResultBody[] = [];
  const waiting = byApproval(decisions).values();
  const work = async (): Promise<void> => {
    for (const group of waiting) {
      for (const [index, { id, command }] of group) results[index] = await resultOf(id, () => decide(id, command, by));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
};

type Numbered = readonly [index: number, decision: BulkDecision];

const byApproval = (decisions: readonly BulkDecision[]): ReadonlyMap<string, readonly Numbered[]> => {
  const groups = new Map<string, Numbered[]>();
  for (const [index, decision] of decisions.entries()) {
    const group = groups.get(decision.id);
    if (group) group.push([index, decision]);
    else groups.set(decision.id, [[index, decision]]);
  }
  return groups;
};

const resultOf = async (id: string, act: () => Promise<Approval>): Promise<BulkResultBody> => {
  try {
    return { id, status: 200, approval: approvalBody(await act()) };
  } catch (error) {
    const { status, problem, detail } = problemOfError(error);
    logUnexpected(problem, error, `The decision on the approval ${id} in a list`);
    return { id, status, problem, ...(detail !== undefined && { detail }) };
  }
};
