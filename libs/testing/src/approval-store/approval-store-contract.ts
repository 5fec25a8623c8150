import assert from 'node:assert/strict';
import type { ApprovalStore, ChangeRun } from 'toolgate/approval';
import { approvalOf, checkpointOf, countRun, eventOf, idsOf, openRun, runOf, type Make } from './approval-samples.js';
import { approvalStoreAlone } from './approval-store-alone.js';
import { approvalStoreConcurrency } from './approval-store-concurrency.js';
import { approvalStoreCounts } from './approval-store-counts.js';
import { approvalStoreDue } from './approval-store-due.js';
import { approvalStoreFailures, approvalStoreMisfits } from './approval-store-failures.js';
import { approvalStoreFidelity } from './approval-store-fidelity.js';
import { approvalStoreInbox } from './approval-store-inbox.js';
import { approvalStoreLists } from './approval-store-lists.js';
import { approvalStoreNotices } from './approval-store-notices.js';
import { approvalStoreOpens } from './approval-store-opens.js';
import { approvalStoreDeletion, approvalStoreRetention } from './approval-store-retention.js';
import { approvalStoreSetAside } from './approval-store-set-aside.js';
import { approvalStoreStatistics } from './approval-store-statistics.js';
import { approvalStoreSteps } from './approval-store-steps.js';
import { everything } from './everything-stored.js';
import { json } from '../contract/json.js';
import type { ContractRunner, It } from '../contract/contract-runner.js';
import { present } from '../contract/present.js';

/** The setting of a store under test. */
export interface ApprovalStoreSetting {
  /** The clock of the store, in milliseconds since 1970. */
  now(): number;
}

/** A store under test: creates an empty one. */
export interface ApprovalStoreUnderTest {
  readonly name: string;
  create(setting: ApprovalStoreSetting): ApprovalStore | Promise<ApprovalStore>;
}

/**
 * Registers the tests that every store of runs and approvals must pass. Runs in each test runner that has `describe`
 * and `it`.
 */
export const approvalStoreContract = (
  { describe, it }: ContractRunner,
  { name, create }: ApprovalStoreUnderTest,
): void => {
  const make: Make = async (now = Date.now) => create({ now });
  describe(`${name}, as a store of runs and approvals`, () => {
    describe('that receives a change', () => changes(it, make));
    describe('that returns the checkpoint of a change', () => results(it, make));
    describe('that receives a step of a checkpoint', () => approvalStoreSteps(it, make));
    describe('that grows', () => growing(it, make));
    describe('that cannot write a change', () => approvalStoreFailures(it, make));
    describe('that receives invalid changes', () => approvalStoreMisfits(it, make));
    describe('that receives many changes at once', () => approvalStoreConcurrency(it, make));
    describe('that receives runs of one conversation', () => approvalStoreAlone(it, make));
    describe('that opens the runs inside the calls of a run', () => approvalStoreOpens(it, make));
    describe('that returns due runs', () => approvalStoreDue(it, make));
    describe('that sets a run aside', () => approvalStoreSetAside(it, make));
    describe('that removes the content of ended runs', () => approvalStoreRetention(it, make));
    describe('that deletes ended runs', () => approvalStoreDeletion(it, make));
    describe('that queues notices', () => approvalStoreNotices(it, make));
    describe('that counts', () => approvalStoreCounts(it, make));
    describe('that lists', () => approvalStoreLists(it, make));
    describe('that lists for an inbox', () => approvalStoreInbox(it, make));
    describe('that returns statistics and schemas', () => approvalStoreStatistics(it, make));
    describe('that returns what it stored', () => approvalStoreFidelity(it, make));
  });
};

const changes = (it: It, make: Make): void => {
  it('writes a run with its records, and returns the result', async () => {
    const store = await make();
    assert.equal(await store.change('r', openRun), 'opened');
    assert.deepEqual(json(await store.state('r')), json({ run: runOf('r'), approvals: [approvalOf('a', 'r')] }));
    assert.deepEqual(json(await store.checkpoint('r')), json(checkpointOf('first')));
    assert.deepEqual(json(await store.events('r')), json([eventOf('r', 'SUSPENDED')]));
    assert.deepEqual(json(await store.approval('a')), json(approvalOf('a', 'r')));
  });

  it('receives the stored state, or nothing for an unknown run', async () => {
    const store = await make();
    const seen: unknown[] = [];
    const look: ChangeRun<void> = (state) => ({ result: void seen.push(json(state)) });
    await store.change('r', look);
    await store.change('r', openRun);
    await store.change('r', look);
    assert.deepEqual(seen, [null, json({ run: runOf('r'), approvals: [approvalOf('a', 'r')] })]);
    assert.deepEqual(json(await store.state('s')), null);
  });

  it('leaves what a change does not name as it was', async () => {
    const store = await make();
    await store.change('r', (...given) => ({
      ...openRun(...given),
      approvals: ['a', 'b', 'c'].map((id) => approvalOf(id, 'r')),
    }));
    const voted = approvalOf('b', 'r', { version: 2, status: 'APPROVED' });
    await store.change('r', () => ({ run: runOf('r', { version: 2 }), approvals: [voted], result: undefined }));
    assert.deepEqual(
      json(await store.state('r')),
      json({
        run: runOf('r', { version: 2 }),
        approvals: [approvalOf('a', 'r'), voted, approvalOf('c', 'r')],
      }),
    );
    assert.deepEqual(json(await store.checkpoint('r')), json(checkpointOf('first')));
    await store.change('r', () => ({ checkpoint: checkpointOf('second'), result: undefined }));
    assert.deepEqual(json(await store.checkpoint('r')), json(checkpointOf('second')));
    assert.deepEqual(json(present(await store.state('r')).run), json(runOf('r', { version: 2 })));
  });
};

const results = (it: It, make: Make): void => {
  it('returns the result of the checkpoint that is stored after the change', async () => {
    const store = await make();
    const resultOf = (checkpoint: unknown): unknown => json(checkpoint);
    assert.equal(await store.change('s', () => ({ resultOf })), null);
    assert.equal(await store.change('s', () => ({ run: runOf('s'), resultOf })), null);
    await store.change('r', openRun);
    assert.deepEqual(await store.change('r', () => ({ resultOf })), json(checkpointOf('first')));
    const second = { run: runOf('r', { version: 2 }), checkpoint: checkpointOf('second'), resultOf };
    assert.deepEqual(await store.change('r', () => second), json(checkpointOf('second')));
    assert.deepEqual(json(present(await store.state('r')).run), json(runOf('r', { version: 2 })));
  });

  it('writes nothing if the result of the checkpoint throws', async () => {
    const store = await make();
    await store.change('r', openRun);
    const before = await everything(store);
    const change: ChangeRun<never> = (...given) => ({
      ...openRun(...given),
      run: runOf('r', { version: 2 }),
      approvals: [],
      resultOf: () => {
        throw new Error('no result');
      },
    });
    await assert.rejects(store.change('r', change), /no result/);
    assert.deepEqual(await everything(store), before);
    assert.equal(await store.change('r', countRun), 2);
  });
};

const growing = (it: It, make: Make): void => {
  it('adds approvals of later batches after the stored ones, and all events in their order', async () => {
    const store = await make();
    await store.change('r', openRun);
    const later = ['b', 'c', 'd'].map((id) => approvalOf(id, 'r', { round: 2 }));
    const told = ['ONE', 'TWO', 'THREE'].map((type) => eventOf('r', type));
    await store.change('r', () => ({ run: runOf('r', { version: 2 }), approvals: later, events: told, result: 0 }));
    assert.deepEqual(idsOf({ items: present(await store.state('r')).approvals }), ['a', 'b', 'c', 'd']);
    const types = (await store.events('r')).map(({ type }) => type);
    assert.deepEqual(types, ['SUSPENDED', 'ONE', 'TWO', 'THREE']);
  });

  it('stores a batch of hundreds of approvals', async () => {
    const store = await make();
    const ids = Array.from({ length: 450 }, (_, index) => `a${index}`);
    await store.change('r', () => ({
      run: runOf('r'),
      approvals: ids.map((id) => approvalOf(id, 'r')),
      events: ids.map((id) => eventOf('r', 'PENDING', { approval: id })),
      result: undefined,
    }));
    assert.deepEqual(idsOf({ items: present(await store.state('r')).approvals }), ids);
    const asked = (await store.events('r')).map(({ approval }) => approval);
    assert.deepEqual(asked, ids);
  });

  it('returns nothing for unknown ids', async () => {
    const store = await make();
    assert.equal(await store.state('r'), undefined);
    assert.equal(await store.checkpoint('r'), undefined);
    assert.equal(await store.approval('a'), undefined);
    assert.deepEqual(await store.events('r'), []);
    assert.deepEqual(json(await store.runs({})), { items: [] });
    assert.deepEqual(json(await store.approvals({ runId: 'r' })), { items: [] });
    assert.deepEqual(json(await store.due(10)), { runs: [] });
  });
};
