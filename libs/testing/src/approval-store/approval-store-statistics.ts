import assert from 'node:assert/strict';
import type { ApprovalStatus, ApprovalStore } from 'toolgate/approval';
import { approvalOf, eventOf, runOf, type Make } from './approval-samples.js';
import type { It } from '../contract/contract-runner.js';

const HOUR = 3_600_000;
const NOON = Date.UTC(2030, 0, 31, 12);

/** A decision or an expiry of an approval, and how long after the request it happened, in milliseconds. */
type Ended = readonly [status: ApprovalStatus, after: number, tenant?: string];

/** Opens a run with one approval that was requested at a time, with its events. */
const ask = (store: ApprovalStore, id: string, askedAt: number, ended?: Ended): Promise<void> => {
  const [status = 'PENDING', after = 0, tenant = 'acme'] = ended ?? [];
  const about = { tenant, approval: id };
  const happened = ended ? [eventOf(id, status, { ...about, at: askedAt + after })] : [];
  return store.change(id, () => ({
    run: runOf(id, { tenant }),
    approvals: [approvalOf(id, id, { tenant, status, createdAt: askedAt })],
    events: [
      eventOf(id, 'SUSPENDED', { tenant, at: askedAt }),
      eventOf(id, 'PENDING', { ...about, at: askedAt }),
      eventOf(id, 'VOTED', { ...about, at: askedAt }),
      ...happened,
    ],
    result: undefined,
  }));
};

/** Part of the contract of an approval store: hourly numbers, and the schemas of tools. */
export const approvalStoreStatistics = (it: It, make: Make): void => {
  hours(it, make);
  schemas(it, make);
};

const hours = (it: It, make: Make): void => {
  it('whole hours including empty ones, up to the present hour', async () => {
    const store = await make(() => NOON + 1234);
    const none = { asked: 0, decided: 0, expired: 0 };
    assert.deepEqual(await store.stats({ hours: 1 }), {
      from: NOON,
      to: NOON + 1234,
      hours: [{ at: NOON, ...none }],
    });
    const { from, hours: all } = await store.stats({ hours: 168 });
    assert.equal(from, NOON - 167 * HOUR);
    assert.deepEqual(
      all.map(({ at }) => at),
      Array.from({ length: 168 }, (_, index) => from + index * HOUR),
    );
  });

  it('the approvals that were requested, decided by a person and expired in each hour, and the median time to decide', async () => {
    const store = await make(() => NOON + 30 * 60_000);
    await ask(store, 'before', NOON - 2 * HOUR - 1, ['APPROVED', 2 * HOUR + 2]);
    await ask(store, 'first', NOON - 2 * HOUR, ['REJECTED', 10_000]);
    await ask(store, 'last', NOON - HOUR - 1, ['RESPONDED', 30_000]);
    await ask(store, 'late', NOON - HOUR, ['EXPIRED', 50_000]);
    await ask(store, 'open', NOON);
    await ask(store, 'withdrawn', NOON, ['CANCELLED', 1000]);
    await ask(store, 'quick', NOON, ['APPROVED', 2000]);
    await ask(store, 'slow', NOON, ['APPROVED', 4001]);
    await ask(store, 'other', NOON, ['APPROVED', 600_000, 'globex']);
    assert.deepEqual((await store.stats({ hours: 3, tenant: 'acme' })).hours, [
      { at: NOON - 2 * HOUR, asked: 2, decided: 1, expired: 0, medianDecideMs: 10_000 },
      { at: NOON - HOUR, asked: 1, decided: 1, expired: 1, medianDecideMs: 30_000 },
      { at: NOON, asked: 4, decided: 3, expired: 0, medianDecideMs: 4001 },
    ]);
    assert.deepEqual((await store.stats({ hours: 1 })).hours, [
      { at: NOON, asked: 5, decided: 4, expired: 0, medianDecideMs: 302_001 },
    ]);
    assert.deepEqual((await store.stats({ hours: 1, tenant: 'none' })).hours, [
      { at: NOON, asked: 0, decided: 0, expired: 0 },
    ]);
  });
};

const schemas = (it: It, make: Make): void => {
  const schema = { type: 'object', properties: { 'a\u0000': { const: '\ud83d' } } };

  it('the schema of a tool, stored once for all changes with its hash', async () => {
    const store = await make();
    assert.equal(await store.toolSchema('h'), undefined);
    const put = (id: string, hash: string, title: string) =>
      store.change(id, () => ({
        run: runOf(id),
        schemas: [{ hash, schema: { ...schema, title } }],
        result: undefined,
      }));
    await put('r', 'h', 'first');
    await put('s', 'h', 'second');
    await put('t', 'g', 'third');
    assert.deepEqual(await store.toolSchema('h'), { ...schema, title: 'first' });
    assert.deepEqual(await store.toolSchema('g'), { ...schema, title: 'third' });
  });

  it('the schemas of many changes at once, in any order', async () => {
    const store = await make();
    const hashes = Array.from({ length: 12 }, (_, index) => `h${index}`);
    const put = (id: number) =>
      store.change(`r${id}`, () => ({
        run: runOf(`r${id}`),
        schemas: [...hashes.slice(id), ...hashes.slice(0, id)].map((hash) => ({ hash, schema })),
        result: undefined,
      }));
    await Promise.all(hashes.map((_, index) => put(index)));
    for (const hash of hashes) assert.deepEqual(await store.toolSchema(hash), schema);
  });

  it('no schema of a change that was not written', async () => {
    const store = await make();
    const added = { schemas: [{ hash: 'h', schema }] };
    const refused = store.change('r', () => ({
      ...added,
      run: runOf('r'),
      resultOf: () => {
        throw new Error('no result');
      },
    }));
    await assert.rejects(refused, /no result/);
    assert.equal(await store.toolSchema('h'), undefined);
    await store.change('r', () => ({ ...added, run: runOf('r'), result: undefined }));
    assert.deepEqual(await store.toolSchema('h'), schema);
  });
};
