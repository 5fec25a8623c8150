import { describe, expect, it } from 'vitest';
import { type ApprovalStatus, NEXT } from '../records/stored-approval.js';
import { moveApproval } from './draft.js';
import { SuspendedRun } from './suspended-run.fixture.js';

/** The transitions of an approval, as documented. */
const WAYS: readonly string[] = [
  'PENDING APPROVED',
  'PENDING REJECTED',
  'PENDING RESPONDED',
  'PENDING EXPIRED',
  'PENDING CANCELLED',
  'PENDING REVOKED',
  'APPROVED EXECUTING',
  'APPROVED LAPSED',
  'APPROVED CANCELLED',
  'APPROVED REVOKED',
  'APPROVED PENDING',
  'EXECUTING SUCCEEDED',
  'EXECUTING FAILED',
  'EXECUTING OUTCOME_UNKNOWN',
  'OUTCOME_UNKNOWN SUCCEEDED',
  'OUTCOME_UNKNOWN FAILED',
  'OUTCOME_UNKNOWN ABANDONED',
];

const statuses = Object.keys(NEXT) as ApprovalStatus[];

describe('an approval', () => {
  it.each(statuses)('changes from %s only to the allowed statuses', async (from) => {
    const run = await SuspendedRun.at({});
    const [approval] = (await run.look()).approvals;
    for (const to of statuses) {
      const move = run
        .do((draft) => moveApproval(draft, { ...approval!, status: from }, to).status)
        .catch(() => 'never');
      expect(await move).toBe(WAYS.includes(`${from} ${to}`) ? to : 'never');
    }
  });

  it('emits an event for each of its changes, and increments its version', async () => {
    const run = await SuspendedRun.at({});
    const [approval] = (await run.look()).approvals;
    const moved = await run.do((draft) => moveApproval(draft, approval!, 'CANCELLED', { by: 'bob' }));
    expect(moved.version).toBe(approval!.version + 1);
    expect((await run.store.events('run')).map(({ type, by }) => [type, by])).toContainEqual(['CANCELLED', 'bob']);
  });
});
