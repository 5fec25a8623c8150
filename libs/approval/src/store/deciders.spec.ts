import { describe, expect, it } from 'vitest';
import { array, assert, boolean, constant, constantFrom, oneof, property, record } from 'fast-check';
import { ANY_TENANT } from '../approval.constants.js';
import type { StoredApproval } from '../records/stored-approval.js';
import type { Approver } from '../requester/requester.js';
import { isEligible } from '../transitions/eligibility.js';
import { deciderKeys, decidersOf } from './deciders.js';

const names = constantFrom('ann', 'bob', 'lead', 'user:ann', 'any');
const list = array(names, { minLength: 1, maxLength: 3 });
const group = record({ users: list, roles: list, quorum: constant(2) }, { requiredKeys: [] });
const requirement = record(
  { approvers: oneof(group, array(group, { minLength: 1, maxLength: 3 })), fourEyes: boolean() },
  { requiredKeys: [] },
);
const approvals = record(
  {
    tenant: constant('acme'),
    requester: record({ id: names, tenant: constant('acme') }),
    requirement,
    answeredBy: constant('requester'),
  },
  { requiredKeys: ['tenant', 'requester', 'requirement'] },
);
const people = record(
  { id: names, tenant: constantFrom('acme', ANY_TENANT), roles: list },
  { requiredKeys: ['id', 'tenant'] },
);

describe('the keys of those who may decide', () => {
  it('agree with the check of a decision', () => {
    assert(
      property(approvals, people, (given, person) => {
        const [approval, by] = [given as unknown as StoredApproval, person as Approver];
        const { keys, except } = decidersOf(approval);
        const own = new Set(deciderKeys(by));
        const isListed = except !== by.id && keys.some((key) => own.has(key));
        expect(isListed).toBe(isEligible(approval, by));
      }),
      { numRuns: 2000 },
    );
  });
});
