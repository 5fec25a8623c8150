import assert from 'node:assert/strict';
import type { ApprovalStore, Approver, StoredApproval, StoredApprovalQuery } from 'toolgate/approval';
import { approvalOf, idsOf, type Make } from './approval-samples.js';
import { fill, inOrder, NOW, PAIRS, selected } from './inbox-samples.js';
import type { It } from '../contract/contract-runner.js';
import { present } from '../contract/present.js';

const pagesOf = async (store: ApprovalStore, query: StoredApprovalQuery): Promise<readonly StoredApproval[]> => {
  const found: StoredApproval[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.approvals({ ...query, ...(cursor !== undefined && { cursor }) });
    found.push(...page.items);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return found;
};

/** Part of the contract of an approval store: the lists and counts of an inbox. */
export const approvalStoreInbox = (it: It, make: Make): void => {
  filters(it, make);
  expiry(it, make);
  deciders(it, make);
  cursors(it, make);
};

const filters = (it: It, make: Make): void => {
  for (const order of ['oldest', 'newest', 'expiring'] as const) {
    it(`records that match any two filters, page after page, in the order "${order}"`, async () => {
      const store = await make(() => NOW);
      await fill(store);
      for (const filter of PAIRS) {
        const found = await pagesOf(store, { ...filter, order, limit: 7 });
        assert.deepEqual(
          found.map(({ id }) => id),
          inOrder(selected(filter), order),
          JSON.stringify(filter),
        );
      }
    });
  }

  it('the numbers of records that match any two filters, by status', async () => {
    const store = await make(() => NOW);
    await fill(store);
    for (const filter of PAIRS) {
      const expected: Record<string, number> = {};
      for (const { status } of selected(filter)) expected[status] = (expected[status] ?? 0) + 1;
      assert.deepEqual({ ...(await store.count(filter)) }, expected, JSON.stringify(filter));
    }
  });
};

const expiry = (it: It, make: Make): void => {
  it('a pending approval as expired from its expiry on, without a write', async () => {
    let now = 1000;
    const store = await make(() => now);
    await fill(store, [approvalOf('a', 'r', { expiresAt: 2000.5 })]);
    const seen = async () => [
      present(await store.approval('a')).status,
      ...(await store.approvals({})).items.map(({ status }) => status),
      (await store.approvals({ status: 'PENDING' })).items.length,
      (await store.approvals({ status: 'EXPIRED' })).items.length,
      { ...(await store.count({})) },
    ];
    now = 2000;
    assert.deepEqual(await seen(), ['PENDING', 'PENDING', 1, 0, { PENDING: 1 }]);
    now = 2001;
    assert.deepEqual(await seen(), ['EXPIRED', 'EXPIRED', 0, 1, { EXPIRED: 1 }]);
    assert.deepEqual(present(await store.state('r')).approvals[0]?.status, 'PENDING');
    assert.equal(present(await store.approval('a')).version, 1);
  });
};

const ANN: Approver = { id: 'ann', tenant: 'acme' };
const LEAD: Approver = { id: 'lee', tenant: 'acme', roles: ['lead'] };

const deciders = (it: It, make: Make): void => {
  it('the people who may decide, after the requirement and the expiry have changed', async () => {
    let now = 1000;
    const store = await make(() => now);
    const first = approvalOf('a', 'r', { requester: { id: 'bob', tenant: 'acme' }, expiresAt: 5000 });
    await fill(store, [first]);
    const change = (next: Partial<StoredApproval>) =>
      store.change('r', ({ approvals: [before] } = assert.fail()) => ({
        approvals: [{ ...present(before), ...next, version: present(before).version + 1 }],
        result: undefined,
      }));
    const lists = async () => [await decidable(store, ANN), await decidable(store, LEAD)];
    assert.deepEqual(await lists(), [['a'], ['a']]);
    await change({ requirement: { approvers: { roles: ['lead'] } }, revision: 2 });
    assert.deepEqual(await lists(), [[], ['a']]);
    await change({ requirement: { approvers: { users: ['ann'] } }, expiresAt: 2000 });
    assert.deepEqual(await lists(), [['a'], []]);
    now = 2000;
    assert.deepEqual(await lists(), [[], []]);
    now = 1999;
    await change({ status: 'APPROVED', decidedBy: 'ann' });
    assert.deepEqual(await lists(), [[], []]);
    assert.deepEqual({ ...(await store.count({ decidedBy: 'ann' })) }, { APPROVED: 1 });
    // Its tool has changed, so approval is requested again.
    await change({ status: 'PENDING', decidedBy: undefined, revision: 3 });
    assert.deepEqual(await lists(), [['a'], []]);
    assert.deepEqual({ ...(await store.count({ decidedBy: 'ann' })) }, {});
  });

  it('an approval once, even if it names its approver in many ways, among hundreds of names', async () => {
    const store = await make(() => 1000);
    const users = [...Array.from({ length: 300 }, (_, index) => `user ${index}`), 'ann'];
    const approvers = [{ users, roles: ['lead'] }, { roles: ['owner', 'lead'] }, { users: ['ann'] }];
    await fill(store, [approvalOf('a', 'r', { requirement: { approvers } })]);
    assert.deepEqual(await decidable(store, { ...ANN, roles: ['owner', 'lead', 'owner'] }), ['a']);
    assert.deepEqual({ ...(await store.count({ decidableBy: { ...ANN, roles: ['lead'] } })) }, { PENDING: 1 });
  });

  it('names separately that look like those of another kind', async () => {
    const store = await make(() => 1000);
    await fill(store, [
      approvalOf('a', 'r', { requirement: { approvers: { users: ['any'] } } }),
      approvalOf('b', 's', { requirement: { approvers: { roles: ['user:ann', '\u0000'] } } }),
    ]);
    assert.deepEqual(await decidable(store, { ...ANN, id: 'user:any' }), []);
    assert.deepEqual(await decidable(store, ANN), []);
    assert.deepEqual(await decidable(store, { ...ANN, roles: ['\u0000'] }), ['b']);
  });
};

const decidable = async (store: ApprovalStore, decidableBy: Approver): Promise<readonly string[]> =>
  idsOf(await store.approvals({ decidableBy }));

const cursors = (it: It, make: Make): void => {
  it('nothing for a cursor of another order or an invalid one, and throws a TypeError', async () => {
    const store = await make(() => NOW);
    await fill(store);
    const { cursor } = await store.approvals({ limit: 2 });
    const wrong = ['', 'x', 'o', 'o1', 'o1.', 'o1.1.1', 'o1.1;', ' o1.1', 'n1 or 1=1', '7', 'e-.1', 'o1e3.1'];
    for (const order of ['oldest', 'newest', 'expiring'] as const) {
      for (const given of [...wrong, ...(order === 'oldest' ? [] : [present(cursor)])]) {
        const refused = { name: 'TypeError', message: /Invalid cursor.*list\(\)/ };
        await assert.rejects(store.approvals({ order, cursor: given }), refused, given);
      }
    }
  });

  it('only records of its tenant after a cursor of another tenant', async () => {
    const store = await make(() => NOW);
    await fill(store);
    const { cursor } = await store.approvals({ tenant: 'acme', limit: 3 });
    const { items } = await store.approvals({ tenant: 'globex', cursor: present(cursor), limit: 500 });
    assert.ok(items.length > 0);
    assert.deepEqual([...new Set(items.map(({ tenant }) => tenant))], ['globex']);
  });
};
