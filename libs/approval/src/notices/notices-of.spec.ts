import { describe, expect, it } from 'vitest';
import type { ApprovalStatus, StoredApproval } from '../records/stored-approval.js';
import type { RunState } from '../records/stored-run.js';
import { NOTICE_KINDS } from './notice.js';
import { noticesOf } from './notices-of.js';

const approvalOf = (status: ApprovalStatus, change: Partial<StoredApproval> = {}): StoredApproval =>
  ({
    id: 'a',
    tool: 'refund',
    status,
    revision: 1,
    expiresAt: 9,
    arguments: { order: 'A-1' },
    ...change,
  }) as StoredApproval;

const stateOf = (...approvals: readonly StoredApproval[]): RunState => ({ approvals }) as unknown as RunState;

const eventOf = (type: string, approval?: string) => ({
  run: 'r',
  tenant: 'acme',
  at: 5,
  type,
  ...(approval !== undefined && { approval }),
});

const ALL = [{ name: 'desk', kinds: NOTICE_KINDS }];

/** The kinds and statuses of the notices of a change. */
const after = (before: StoredApproval | undefined, now: StoredApproval, ...types: readonly string[]) =>
  noticesOf(ALL, before && stateOf(before), { approvals: [now], events: types.map((type) => eventOf(type, 'a')) }).map(
    ({ kind, status }) => `${kind} ${status}`,
  );

describe('the notices of a change', () => {
  it.each<[string, StoredApproval | undefined, StoredApproval, readonly string[], readonly string[]]>([
    ['a new approval', undefined, approvalOf('PENDING'), ['PENDING', 'SUSPENDED'], ['asked PENDING']],
    [
      'a changed tool',
      approvalOf('APPROVED'),
      approvalOf('PENDING', { revision: 2 }),
      ['ASKED_AGAIN', 'PENDING'],
      ['asked PENDING'],
    ],
    [
      'an edit that others must vote on',
      approvalOf('PENDING'),
      approvalOf('PENDING', { revision: 2 }),
      ['EDITED', 'VOTED'],
      ['asked PENDING'],
    ],
    [
      'an edit that decides',
      approvalOf('PENDING'),
      approvalOf('APPROVED', { revision: 2 }),
      ['EDITED', 'VOTED', 'APPROVED'],
      ['decided APPROVED'],
    ],
    ['a vote that does not decide', approvalOf('PENDING'), approvalOf('PENDING'), ['VOTED'], []],
    ['a rejection', approvalOf('PENDING'), approvalOf('REJECTED'), ['REJECTED', 'SETTLED'], ['decided REJECTED']],
    ['a response', approvalOf('PENDING'), approvalOf('RESPONDED'), ['RESPONDED'], ['decided RESPONDED']],
    ['a cancellation', approvalOf('PENDING'), approvalOf('CANCELLED'), ['CANCELLED'], ['decided CANCELLED']],
    ['an expiry', approvalOf('PENDING'), approvalOf('EXPIRED'), ['EXPIRED'], ['expired EXPIRED']],
    ['an approval that lapses', approvalOf('APPROVED'), approvalOf('LAPSED'), ['LAPSED'], ['expired LAPSED']],
    [
      'a lost process',
      approvalOf('EXECUTING'),
      approvalOf('OUTCOME_UNKNOWN'),
      ['LEASE_LOST', 'OUTCOME_UNKNOWN'],
      ['unknown OUTCOME_UNKNOWN'],
    ],
    ['a start and an end', approvalOf('APPROVED'), approvalOf('SUCCEEDED'), ['EXECUTING', 'SUCCEEDED'], []],
    ['an unknown event', approvalOf('PENDING'), approvalOf('PENDING'), ['constructor', '__proto__'], []],
  ])('report %s', (...[, before, now, types, expected]) => {
    expect(after(before, now, ...types)).toEqual(expected);
  });

  it('report a parked run, and a call with an unknown outcome that no person decided', () => {
    const events = [eventOf('OUTCOME_UNKNOWN'), eventOf('PARKED')];
    const notices = noticesOf(ALL, stateOf(), { events });
    const about = { schema: 1, channel: 'desk', run: 'r', tenant: 'acme', at: 5, id: expect.any(String) };
    expect(notices).toEqual([
      { ...about, kind: 'unknown' },
      { ...about, kind: 'parked' },
    ]);
  });

  it('are for each channel that names their kind, each with an id of its own and without arguments', () => {
    const receivers = [
      { name: 'desk', kinds: NOTICE_KINDS },
      { name: 'mail', kinds: ['asked'] as const },
      { name: 'log', kinds: ['parked'] as const },
    ];
    const change = { approvals: [approvalOf('PENDING')], events: [eventOf('PENDING', 'a')] };
    const notices = noticesOf(receivers, undefined, change);
    expect(notices.map(({ channel }) => channel)).toEqual(['desk', 'mail']);
    expect(new Set(notices.map(({ id }) => id)).size).toBe(2);
    expect(JSON.stringify(notices)).not.toContain('A-1');
  });
});
