import assert from 'node:assert/strict';
import type { RunCheckpoint } from 'toolgate/approval';
import type { JsonObject } from 'toolgate/model';
import { approvalOf, checkpointOf, eventOf, runOf, type Make } from './approval-samples.js';
import { assertPlainJson } from '../contract/assert-plain-json.js';
import { STRANGE_IDS } from '../chat-memory/chat-memory-samples.js';
import type { It } from '../contract/contract-runner.js';

const parse = (text: string): JsonObject => JSON.parse(text);

/** Arguments that a careless store changes or fails on. */
const STRANGE_ARGUMENTS: Readonly<Record<string, JsonObject>> = {
  'a megabyte of text': { text: 'Zoë 👋 '.repeat(130_000) },
  'thousands of keys': Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`key ${index}`, index])),
  NUL: { 'a\u0000b': '\u0000', list: ['\u0000\u0000'] },
  'halves of surrogate pairs': { '\ud83d': '\udc4b', text: 'a\ud83d', other: '\udc4b\ud83d' },
  'what reads alike': { '\u00e9': 'e\u0301', 'e\u0301': '\u00e9', text: '\u202e\u200b\ufeff' },
  'quotes and escapes': { text: `' " \\ \` $1 ? %s {} -- /* \u001b[31m \u2028 \u2029 </script>` },
  'keys of objects themselves': parse(
    '{"__proto__":{"admin":true},"constructor":{"prototype":1},"toString":2,"hasOwnProperty":null,"toJSON":3}',
  ),
  'numbers of every size': parse(
    '{"big":1e21,"huge":1.7976931348623157e308,"tiny":5e-324,"whole":9007199254740993,"zero":-0,"sum":0.30000000000000004}',
  ),
  'nothing and emptiness': { nothing: null, text: '', list: [], object: {}, no: false, '': '' },
  'keys in an order of their own': parse('{"b":1,"a":2,"10":3,"9":4,"B":5}'),
  'what is nested deeply': parse(`${'{"a":['.repeat(200)}1${']}'.repeat(200)}`),
};

/** Part of the contract of an approval store: it returns exactly what it stored. */
export const approvalStoreFidelity = (it: It, make: Make): void => {
  bytes(it, make);
  ids(it, make);
  copies(it, make);
};

const bytes = (it: It, make: Make): void => {
  for (const [what, given] of Object.entries(STRANGE_ARGUMENTS)) {
    it(`byte by byte: ${what}`, async () => {
      const store = await make();
      const slot = { index: 0, callId: 'c', tool: 't', state: 'ready', attempt: 0, idempotencyKey: 'k' } as const;
      const run = runOf('r', { slots: [{ ...slot, idempotent: false, input: given, answer: given }] });
      const approval = approvalOf('a', 'r', {
        arguments: given,
        metadata: given,
        question: { message: 'Which one?', schema: given },
        answer: given,
      });
      const checkpoint: RunCheckpoint = withContext(checkpointOf('c'), given);
      const events = [eventOf('r', 'PENDING', { data: given })];
      await store.change('r', () => ({ run, approvals: [approval], checkpoint, events, result: undefined }));
      const found = [await store.state('r'), await store.checkpoint('r'), await store.events('r')];
      assertPlainJson(found);
      assert.ok(
        JSON.stringify(found) === JSON.stringify([{ run, approvals: [approval] }, checkpoint, events]),
        'the store returned other data than it received',
      );
      assert.ok(JSON.stringify((await store.approvals({ runId: 'r' })).items) === JSON.stringify([approval]));
    });
  }
};

const ids = (it: It, make: Make): void => {
  it('under distinct ids of any characters', async () => {
    const store = await make();
    for (const id of STRANGE_IDS) {
      const about = { tenant: id, conversation: id };
      await store.change(id, () => ({
        run: runOf(id, { ...about, dueAt: 1 }),
        approvals: [approvalOf(id, id, about)],
        checkpoint: checkpointOf(id),
        events: [eventOf(id, 'SUSPENDED', { approval: id, tenant: id })],
        result: undefined,
      }));
    }
    for (const id of STRANGE_IDS) {
      const name = JSON.stringify(id);
      assert.equal((await store.state(id))?.run.id, id, name);
      assert.deepEqual(await store.checkpoint(id), checkpointOf(id), name);
      assert.equal((await store.approval(id))?.run, id, name);
      assert.deepEqual(
        (await store.events(id)).map(({ approval }) => approval),
        [id],
        name,
      );
      assert.deepEqual((await store.approvals({ runId: id, tenant: id, conversation: id })).items.length, 1, name);
      assert.deepEqual(
        (await store.runs({ tenant: id, conversation: id })).items.map((run) => run.id),
        [id],
        name,
      );
    }
    assert.deepEqual((await store.due(100)).runs, STRANGE_IDS);
  });
};

const copies = (it: It, make: Make): void => {
  it('independent of later changes to its input and its results', async () => {
    const store = await make();
    const [run, approval] = [runOf('r'), approvalOf('a', 'r')];
    const [checkpoint, events] = [checkpointOf('c'), [eventOf('r', 'SUSPENDED')]];
    const before = JSON.stringify([{ run, approvals: [approval] }, checkpoint, events]);
    await store.change('r', () => ({ run, approvals: [approval], checkpoint, events, result: undefined }));
    const read = async () => [await store.state('r'), await store.checkpoint('r'), await store.events('r')];
    spoil([run, approval, checkpoint, events]);
    assert.equal(JSON.stringify(await read()), before);
    spoil(await read());
    spoil([await store.approval('a'), await store.approvals({}), await store.runs({})]);
    await store.change('r', (state) => ({ result: spoil(state) }));
    assert.equal(JSON.stringify(await read()), before);
  });

  it('as the result of a change, the value that it returned', async () => {
    const store = await make();
    const result = { at: new Date(0), run: () => 'yes' };
    assert.equal(await store.change('r', () => ({ run: runOf('r'), result })), result);
  });
};

const withContext = (checkpoint: RunCheckpoint, toolContext: JsonObject): RunCheckpoint => ({
  ...checkpoint,
  request: { ...checkpoint.request, toolContext },
});

/** Changes every mutable value in some data. */
const spoil = (value: unknown): void => {
  if (typeof value !== 'object' || value === null) return;
  Object.values(value).forEach(spoil);
  if (Array.isArray(value)) value.push('spoilt');
  else Object.assign(value, { id: 'spoilt', status: 'spoilt', spoilt: true });
};
