import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ANY_TENANT } from '../approval.constants.js';
import type { StoredApproval } from '../records/stored-approval.js';
import type { Approver } from '../requester/requester.js';
import { tenantSeenBy } from '../requester/tenant-seen-by.js';
import { isEligible } from '../transitions/eligibility.js';
import { deciderKeys, decidersOf } from './deciders.js';

const names = fc.constantFrom('ann', 'bob', 'lead', 'user:ann', 'any');
const list = fc.array(names, { minLength: 1, maxLength: 3 });
const group = fc.record({ users: list, roles: list, quorum: fc.constant(2) }, { requiredKeys: [] });
const requirement = fc.record(
  { approvers: fc.oneof(group, fc.array(group, { minLength: 1, maxLength: 3 })), fourEyes: fc.boolean() },
  { requiredKeys: [] },
);
const approvals = fc.record(
  {
    tenant: fc.constant('acme'),
    requester: fc.record({ id: names, tenant: fc.constant('acme') }),
    requirement,
    answeredBy: fc.constant('requester'),
  },
  { requiredKeys: ['tenant', 'requester', 'requirement'] },
);
const people = fc.record(
  { id: names, tenant: fc.constantFrom('acme', ANY_TENANT), roles: list },
  { requiredKeys: ['id', 'tenant'] },
);

describe('the keys of those who may decide', () => {
  it('agree with the check of a decision', () => {
    fc.assert(
      fc.property(approvals, people, (given, person) => {
        const [approval, by] = [given as unknown as StoredApproval, person as Approver];
        const { keys, except } = decidersOf(approval);
        const own = new Set(deciderKeys(by));
        const isListed = except !== by.id && keys.some((key) => own.has(key));
        expect(isListed).toBe(isEligible(approval, by));
        expect(tenantSeenBy(by) ?? 'acme').toBe('acme');
      }),
      { numRuns: 2000 },
    );
  });
});
