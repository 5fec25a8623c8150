import { expect, test } from 'vitest';
import { listed } from './listed.fixture.js';
import { hasVoted, mayDecide, mayDecideInBulk, severalVotes } from './standing.js';

const requirement = { fourEyes: false, allowEdit: true, onTimeout: 'reject' } as const;
const vote = (voter: string, ...roles: string[]) => ({ voter, roles, at: '2026-11-22T15:00:00.000Z' });
const groups = [
  { roles: ['lead'], quorum: 1 },
  { users: ['kim'], roles: ['finance'], quorum: 2 },
];

test('each group counts the votes of its members, at most as many as it needs', () => {
  const votes = [vote('lee', 'lead'), vote('ann', 'lead'), vote('kim')];
  expect(severalVotes(listed({ requirement: { ...requirement, groups }, votes }))).toEqual({
    given: 2,
    needed: 3,
    missing: 1,
  });
  expect(severalVotes(listed())).toBeUndefined();
});

test('a member of a group may decide, others may not', () => {
  const approval = listed({ requirement: { ...requirement, groups } });
  expect(mayDecide(approval, { id: 'lee', roles: ['lead'] })).toBe(true);
  expect(mayDecide(approval, { id: 'kim', roles: [] })).toBe(true);
  expect(mayDecide(approval, { id: 'sam', roles: ['staff'] })).toBe(false);
  expect(mayDecide(listed(), { id: 'sam', roles: [] })).toBe(true);
});

test('the requester may not decide with four eyes, and only the requester answers a client tool', () => {
  const own = { id: 'ann', roles: [] };
  expect(mayDecide(listed({ requirement: { ...requirement, groups: [], fourEyes: true } }), own)).toBe(false);
  expect(mayDecide(listed({ answeredBy: 'requester' }), own)).toBe(true);
  expect(mayDecide(listed({ answeredBy: 'requester' }), { id: 'kim', roles: [] })).toBe(false);
});

test('a decision on several approvals leaves out a call that its requester answers', () => {
  const own = { id: 'ann', roles: [] };
  expect(mayDecideInBulk(listed({ answeredBy: 'requester' }), own)).toBe(false);
  expect(mayDecideInBulk(listed(), own)).toBe(true);
});

test('nothing that is over or damaged can be decided', () => {
  expect(mayDecide(listed({ status: 'EXPIRED' }), { id: 'kim', roles: [] })).toBe(false);
  expect(mayDecide(listed({ damaged: 'hash' }), { id: 'kim', roles: [] })).toBe(false);
});

test('a vote of the person is found', () => {
  expect(hasVoted(listed({ votes: [vote('kim')] }), 'kim')).toBe(true);
  expect(hasVoted(listed(), 'kim')).toBe(false);
});
