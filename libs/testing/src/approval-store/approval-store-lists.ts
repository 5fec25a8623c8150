import assert from 'node:assert/strict';
import type { ApprovalQuery, ApprovalStore, RunQuery, StoredRun, StoredSlot } from 'toolgate/approval';
import { approvalOf, idsOf, numbers, runOf, type Make } from './approval-samples.js';
import type { It } from '../contract/contract-runner.js';
import { present } from '../contract/present.js';

const STATUSES = ['PENDING', 'APPROVED', 'REJECTED'] as const;

/**
 * Opens runs `<from>` to `<to>` with two approvals each: of two tenants, three conversations or none, and any status.
 */
const fill = async (store: ApprovalStore, from: number, to: number): Promise<void> => {
  for (let index = from; index <= to; index++) {
    const id = `r${index}`;
    const about = {
      tenant: index % 2 === 0 ? 'acme' : 'other',
      ...(index % 4 !== 3 && { conversation: `c${index % 4}` }),
    };
    const status = index % 5 === 0 ? 'completed' : 'suspended';
    await store.change(id, () => ({
      run: runOf(id, { ...about, status }),
      approvals: ['x', 'y'].map((part, place) =>
        approvalOf(`${id}${part}`, id, { ...about, status: STATUSES[(index + place) % 3]! }),
      ),
      result: undefined,
    }));
  }
};

/** Part of the contract of an approval store: its lists. */
export const approvalStoreLists = (it: It, make: Make): void => {
  filters(it, make);
  unknownOutcomes(it, make);
  unfinished(it, make);
  pages(it, make);
  bounds(it, make);
};

const filters = (it: It, make: Make): void => {
  it('everything, in the order of creation', async () => {
    const store = await make();
    await fill(store, 1, 6);
    const runs = numbers(1, 6).map((index) => `r${index}`);
    assert.deepEqual(idsOf(await store.runs({})), runs);
    const approvals = numbers(1, 6).flatMap((index) => [`r${index}x`, `r${index}y`]);
    assert.deepEqual(idsOf(await store.approvals({})), approvals);
    assert.equal((await store.approvals({})).cursor, undefined);
  });

  it('records that match all conditions of a query', async () => {
    const store = await make();
    await fill(store, 1, 24);
    const approvals = (await store.approvals({})).items;
    const runs = (await store.runs({})).items;
    for (const tenant of [undefined, 'acme', 'other', 'nobody']) {
      for (const conversation of [undefined, 'c1', 'c2', 'none']) {
        for (const status of [undefined, 'PENDING', 'REJECTED', 'SUCCEEDED'] as const) {
          await compare(approvals, { tenant, conversation, status }, (query) => store.approvals(query));
          await compare(approvals, { tenant, conversation, status, runId: 'r6' }, (query) => store.approvals(query));
        }
        for (const status of [undefined, 'suspended', 'completed', 'failed'] as const) {
          await compare(runs, { tenant, conversation, status }, (query: RunQuery) => store.runs(query));
        }
      }
    }
  });

  it('a record under its new status after a change', async () => {
    const store = await make();
    await fill(store, 3, 3);
    const approved = approvalOf('r3x', 'r3', { status: 'APPROVED', version: 2, tenant: 'other' });
    await store.change('r3', () => ({ approvals: [approved], result: undefined }));
    assert.deepEqual(idsOf(await store.approvals({ status: 'PENDING' })), []);
    assert.deepEqual(idsOf(await store.approvals({ status: 'APPROVED' })), ['r3x', 'r3y']);
  });
};

const unknownOutcomes = (it: It, make: Make): void => {
  it('runs with an unknown outcome alone, until it is reported', async () => {
    const store = await make();
    const slot = { index: 0, callId: 'c', tool: 'refund', attempt: 1, idempotencyKey: 'k', idempotent: false } as const;
    const write = (id: string, version: number, state: StoredSlot['state'], input = {}) =>
      store.change(id, () => ({ run: runOf(id, { version, slots: [{ ...slot, state, input }] }), result: undefined }));
    await write('q', 1, 'unknown');
    // A call may have such an argument.
    await write('r', 1, 'started', { state: 'unknown' });
    await write('s', 1, 'started');
    await write('s', 2, 'unknown');
    const listed = async (query: RunQuery) => idsOf(await store.runs(query));
    assert.deepEqual(await listed({ unknownOutcome: true }), ['q', 's']);
    assert.deepEqual(await listed({ unknownOutcome: true, tenant: 'acme', status: 'suspended' }), ['q', 's']);
    assert.deepEqual(await listed({ unknownOutcome: true, tenant: 'other' }), []);
    await write('q', 2, 'done');
    assert.deepEqual(await listed({ unknownOutcome: true }), ['s']);
  });
};

const unfinished = (it: It, make: Make): void => {
  it('unfinished runs alone, in the order of creation', async () => {
    const store = await make();
    const write = (id: string, change: Partial<StoredRun>) =>
      store.change(id, () => ({ run: runOf(id, change), result: undefined }));
    await write('q', { status: 'completed', endedAt: 1 });
    await write('r', { status: 'failed', closing: 'it failed', dueAt: 1 });
    await write('s', { status: 'resuming' });
    await write('t', { status: 'cancelled', endedAt: 1 });
    // It owes an answer to the call around it, and nothing to its conversation.
    await write('u', { status: 'failed', dueAt: 1 });
    await write('v', { status: 'suspended' });
    await write('w', { status: 'cancelled', closing: 'it was canceled', dueAt: 1 });
    await write('x', { status: 'cancelled', closing: 'it was canceled', dueAt: 1, conversation: 'c' });
    assert.deepEqual(idsOf(await store.runs({ unfinished: true })), ['r', 's', 'v', 'w', 'x']);
    assert.deepEqual(idsOf(await store.runs({ unfinished: true, tenant: 'acme', conversation: 'c' })), ['x']);
    assert.deepEqual(idsOf(await store.runs({ unfinished: true, tenant: 'other' })), []);
    await write('r', { version: 2, status: 'failed', endedAt: 1 });
    assert.deepEqual(idsOf(await store.runs({ unfinished: true, status: 'failed' })), []);
    assert.deepEqual(idsOf(await store.runs({ unfinished: true, status: 'cancelled', limit: 1 })), ['w']);
  });
};

const compare = async <Query extends ApprovalQuery | RunQuery>(
  all: readonly object[],
  query: Query,
  list: (query: Query) => Promise<{ readonly items: readonly object[] }>,
): Promise<void> => {
  const wanted = Object.entries(query).filter(([, value]) => value !== undefined);
  // A stored approval names its run in the field `run`.
  const fieldOf = (key: string) => (key === 'runId' ? 'run' : key) as keyof object;
  const expected = all.filter((item) => wanted.every(([key, value]) => item[fieldOf(key)] === value));
  assert.deepEqual((await list(query)).items, expected, JSON.stringify(query));
};

const pages = (it: It, make: Make): void => {
  it('page after page, each record once, during concurrent writes', async () => {
    const store = await make();
    await fill(store, 1, 10);
    const found: string[] = [];
    let cursor: string | undefined;
    let added = 10;
    do {
      const page = await store.approvals({ tenant: 'acme', limit: 3, ...(cursor !== undefined && { cursor }) });
      assert.ok(page.items.length <= 3);
      found.push(...idsOf(page));
      cursor = page.cursor;
      if (added < 14) await fill(store, added + 1, (added += 2));
    } while (cursor !== undefined);
    const acme = [2, 4, 6, 8, 10, 12, 14].flatMap((index) => [`r${index}x`, `r${index}y`]);
    assert.deepEqual(found, acme);
  });

  it('page after page while listed records change their status', async () => {
    const store = await make();
    await fill(store, 1, 9);
    const all = idsOf(await store.runs({ status: 'suspended' }));
    const first = await store.runs({ status: 'suspended', limit: 4 });
    for (const { id } of first.items.slice(1)) {
      await store.change(id, (state) => ({
        run: { ...present(state).run, version: 2, status: 'cancelled' },
        result: undefined,
      }));
    }
    const second = await store.runs({ status: 'suspended', limit: 4, cursor: present(first.cursor) });
    assert.deepEqual([...idsOf(first), ...idsOf(second)], all);
    assert.equal(second.cursor, undefined);
  });
};

const bounds = (it: It, make: Make): void => {
  it('a last page that is full without a cursor', async () => {
    const store = await make();
    await fill(store, 1, 4);
    const { items, cursor } = await store.runs({ limit: 4 });
    assert.equal(items.length, 4);
    assert.equal(cursor, undefined);
  });

  it('50 records by default, and never more than 500 or fewer than one', async () => {
    const store = await make();
    const ids = numbers(1, 510).map((index) => `a${index}`);
    await store.change('r', () => ({ run: runOf('r'), approvals: ids.map((id) => approvalOf(id, 'r')), result: 0 }));
    for (const [limit, size] of [
      [undefined, 50],
      [5000, 500],
      [Infinity, 500],
      [0, 50],
      [-3, 1],
      [Number.NaN, 50],
      [2.7, 2],
    ]) {
      const { items } = await store.approvals({ ...(limit !== undefined && { limit }) });
      assert.equal(items.length, size, `of ${limit}`);
    }
  });

  it('nothing for an invalid cursor, and throws', async () => {
    const store = await make();
    await fill(store, 1, 2);
    for (const cursor of ['', 'abc', '-1', '1 or 1=1', '1e3', '9'.repeat(40)]) {
      await assert.rejects(store.approvals({ cursor }), /cursor/, cursor);
      await assert.rejects(store.runs({ cursor }), /cursor/, cursor);
    }
  });
};
