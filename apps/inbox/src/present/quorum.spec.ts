import { describe, expect, it } from 'vitest';
import { nextVote, votesOf } from './quorum.js';

const requirement = (...groups: readonly { roles?: string[]; users?: string[]; quorum: number }[]) => ({
  groups,
  fourEyes: false,
  allowEdit: false,
  onTimeout: 'reject' as const,
});
const vote = (voter: string, roles: readonly string[] = []) => ({ voter, roles, at: '' });
const lee = { id: 'lee', roles: ['lead', 'finance'] };

describe('the approvals that are missing', () => {
  it('are one without a requirement', () => {
    expect(votesOf({ requirement: requirement(), votes: [] })).toEqual({ needed: 1, missing: 1, given: 0 });
  });

  it('are counted for each group', () => {
    const approval = {
      requirement: requirement({ roles: ['finance'], quorum: 2 }, { users: ['kim'], quorum: 1 }),
      votes: [vote('kim', ['finance'])],
    };
    expect(votesOf(approval)).toEqual({ needed: 3, missing: 1, given: 2 });
    expect(nextVote(approval, lee)).toEqual({ count: 3, needed: 3, missing: 0 });
  });

  it('do not become less by a person of no group', () => {
    const approval = { requirement: requirement({ roles: ['lead'], quorum: 2 }), votes: [] };
    expect(nextVote(approval, { id: 'sam', roles: [] })).toEqual({ count: 0, needed: 2, missing: 2 });
    expect(nextVote(approval, lee)).toEqual({ count: 1, needed: 2, missing: 1 });
  });
});
