import assert from 'node:assert/strict';
import { ApprovalConflictException, type ApprovalStore, type ChangeRun, type OpenedRun } from 'toolgate/approval';
import { approvalOf, checkpointOf, eventOf, idsOf, openRun, runOf, type Make } from './approval-samples.js';
import type { It } from '../contract/contract-runner.js';
import { json } from '../contract/json.js';

const parent = { run: 'r', index: 0, callId: 'call-1', tool: 'research', depth: 1 };

/** Returns a run that waits inside a call of the run `r`, with its records. */
const openedOf = (id: string, conversation?: string): OpenedRun => ({
  run: runOf(id, { schema: 2, parent, ...(conversation !== undefined && { conversation }) }),
  approvals: [approvalOf(`a-${id}`, id, { outerRun: 'r' }), approvalOf(`b-${id}`, id, { index: 1, tool: 'pay' })],
  checkpoint: checkpointOf(id),
  events: [eventOf(id, 'PENDING', { approval: `a-${id}` }), eventOf(id, 'SUSPENDED')],
  schemas: [
    { hash: 'schema-1', schema: { type: 'object' } },
    { hash: `schema-${id}`, schema: { type: 'object' } },
  ],
});

const opening =
  (...opens: readonly OpenedRun[]): ChangeRun<unknown> =>
  (state, now) => ({ ...(state ? { result: 'changed' } : openRun(state, now)), opens });

/** Part of the contract of an approval store: a change that opens the runs inside the calls of its run. */
export const approvalStoreOpens = (it: It, make: Make): void => {
  together(it, make);
  allOrNothing(it, make);
};

const together = (it: It, make: Make): void => {
  it('writes each run that it opens, with all of its records', async () => {
    const store = await make();
    const opened = ['s', 't', 'u'].map((id) => openedOf(id));
    assert.equal(await store.change('r', opening(...opened)), 'opened');
    assert.deepEqual(json(await store.state('r')), json({ run: runOf('r'), approvals: [approvalOf('a', 'r')] }));
    for (const one of opened) await assertOpened(store, one);
    const { items } = await store.approvals({ status: 'PENDING' });
    assert.equal(items.length, 7);
    assert.deepEqual([...idsOf(await store.runs({}))].sort(), ['r', 's', 't', 'u']);
  });

  it('opens runs in a change of a run that is already stored', async () => {
    const store = await make();
    await store.change('r', openRun);
    const waiting = runOf('r', { version: 2, schema: 2 });
    const change: ChangeRun<string> = () => ({ run: waiting, opens: [openedOf('s')], result: 'waits' });
    assert.equal(await store.change('r', change), 'waits');
    assert.deepEqual(json((await store.state('r'))?.run), json(waiting));
    await assertOpened(store, openedOf('s'));
  });

  it('changes an opened run like every other', async () => {
    const store = await make();
    await store.change('r', opening(openedOf('s')));
    const voted = approvalOf('a-s', 's', { outerRun: 'r', version: 2, status: 'APPROVED' });
    const run = { ...openedOf('s').run, version: 2 };
    await store.change('s', () => ({ run, approvals: [voted], result: undefined }));
    assert.deepEqual(json((await store.state('s'))?.run), json(run));
    assert.deepEqual(json(await store.approval('a-s')), json(voted));
  });
};

const allOrNothing = (it: It, make: Make): void => {
  it('writes nothing if a run that it opens exists', async () => {
    const store = await make();
    await store.change('t', () => ({ run: runOf('t'), result: undefined }));
    await assert.rejects(store.change('r', opening(openedOf('s'), openedOf('t'))));
    await assertNothing(store, ['r', 's']);
    assert.deepEqual(json(await store.state('t')), json({ run: runOf('t'), approvals: [] }));
    assert.deepEqual(await store.events('t'), []);
  });

  it('writes nothing if the conversation of a run that it opens has an open run', async () => {
    const store = await make();
    const other = runOf('other', { tenant: 'acme', conversation: 'c' });
    await store.change('other', () => ({ run: other, result: undefined }));
    const [refused] = await Promise.allSettled([store.change('r', opening(openedOf('s'), openedOf('t', 'c')))]);
    assert.ok(refused.status === 'rejected' && refused.reason instanceof ApprovalConflictException);
    assert.deepEqual(refused.reason.runIds, ['other']);
    await assertNothing(store, ['r', 's', 't']);
  });

  it('writes nothing if the change itself fails', async () => {
    const store = await make();
    const change: ChangeRun<never> = (state, now) => ({
      ...openRun(state, now),
      opens: [openedOf('s')],
      resultOf: () => {
        throw new Error('no result');
      },
    });
    await assert.rejects(store.change('r', change), /no result/);
    await assertNothing(store, ['r', 's']);
  });
};

const assertOpened = async (store: ApprovalStore, { run, approvals, checkpoint, events, schemas }: OpenedRun) => {
  assert.deepEqual(json(await store.state(run.id)), json({ run, approvals }));
  assert.deepEqual(json(await store.checkpoint(run.id)), json(checkpoint));
  assert.deepEqual(json(await store.events(run.id)), json(events));
  for (const { hash, schema } of schemas ?? []) assert.deepEqual(json(await store.toolSchema(hash)), json(schema));
};

const assertNothing = async (store: ApprovalStore, runs: readonly string[]): Promise<void> => {
  for (const id of runs) {
    assert.equal(await store.state(id), undefined);
    assert.equal(await store.checkpoint(id), undefined);
    assert.equal(await store.approval(`a-${id}`), undefined);
    assert.deepEqual(await store.events(id), []);
  }
};
