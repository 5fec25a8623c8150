import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { ChatClient } from 'toolgate';
import { type ApprovalStore, GatedCalls, InMemoryApprovalStore, RunSchemaException } from 'toolgate/approval';
import { RunEndedException } from 'toolgate/chat';
import { ChatMemory } from 'toolgate/memory';
import { SqlApprovalStore } from 'toolgate/sql';
import { VirtualClock } from 'toolgate/testing';
import { openMigratedSqlite } from '../../libs/sql/src/fixtures/migrated-sqlite.fixture.js';
import { yes } from './approval.fixture.js';
import { onPostgres } from './on-every-database.fixture.js';
import { agentSituations } from './fixtures/agent-situations.js';
import { callSituations, TOKEN } from './fixtures/call-situations.js';
import type { KeptRecords, KeptRun } from './fixtures/situation.js';
import { answerAll, approvePending, leaveRun, situations as turnSituations } from './fixtures/situations.js';
import { ADA, bootTill, tillWith } from './fixtures/till.js';
import { unpaired } from './pairing.fixture.js';

// Each folder is what a version stored, and every later version must resume it. A version that stores something else
// adds a folder of its own, and never changes another: TOOLGATE_WRITE_FIXTURES=v2 npm test -- test/approval/upgrades &&
// npm run format
const { TOOLGATE_WRITE_FIXTURES } = process.env;
const FIXTURES = join(process.cwd(), 'test/approval/fixtures');
const LEASE_MS = 30_000;

const situations = { ...turnSituations, ...callSituations, ...agentSituations };

const write = async (version: string): Promise<void> => {
  mkdirSync(join(FIXTURES, version), { recursive: true });
  for (const [name, situation] of Object.entries(situations)) {
    const file = join(FIXTURES, version, `${name}.json`);
    writeFileSync(file, `${JSON.stringify(await leaveRun(situation), undefined, 2)}\n`, { flag: 'wx' });
  }
};
if (TOOLGATE_WRITE_FIXTURES) await write(TOOLGATE_WRITE_FIXTURES);

const versions = readdirSync(FIXTURES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
const kept = versions.flatMap(({ name: version }) =>
  readdirSync(join(FIXTURES, version)).map((file) => ({ version, situation: file.replace('.json', ''), file })),
);
const readKept = ({ version, file }: (typeof kept)[number]): KeptRun =>
  JSON.parse(readFileSync(join(FIXTURES, version, file), 'utf8')) as KeptRun;

const folder = mkdtempSync(join(tmpdir(), 'toolgate-upgrades-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Opened = { readonly store: ApprovalStore; readonly close: () => Promise<void> };

let files = 0;
type Open = (clock: VirtualClock) => Promise<Opened>;
const stores: readonly (readonly [string, Open])[] = [
  ['in memory', async ({ now }) => ({ store: new InMemoryApprovalStore(now), close: async () => {} })],
  [
    'in a SQLite file',
    async ({ now }) => {
      const database = await openMigratedSqlite({ file: join(folder, `${(files += 1)}.db`) });
      return { store: new SqlApprovalStore(database, { now }), close: () => database.destroy() };
    },
  ],
];

const put = async (store: ApprovalStore, { state, checkpoint, steps = [] }: KeptRecords): Promise<void> => {
  const { run, approvals } = state;
  await store.change(run.id, () => ({ run, approvals, checkpoint, events: [], result: undefined }));
  for (const step of steps) await store.change(run.id, () => ({ checkpoint: step, result: undefined }));
};

const load = async (open: Open, { now, inside = [], ...kept }: KeptRun) => {
  const clock = new VirtualClock(now);
  const { store, close } = await open(clock);
  const { run } = kept.state;
  for (const records of [kept, ...inside]) await put(store, records);
  const effects: string[] = [];
  const script = run.closing === undefined ? Array<string>(inside.length + 1).fill('Done.') : [];
  const till = await bootTill(store, script, tillWith(effects));
  const chat = till.app.get(ChatClient);
  const goOn = () => chat.resume(run.id).call().content();
  const approve = async () => {
    for (const approval of (await till.approvals.list({ runId: run.id, status: 'PENDING' })).items) {
      const hopper = { id: 'hopper', tenant: run.tenant, roles: ['lead'] };
      await till.approvals.decide(approval.id, yes(approval, 'now'), hopper);
    }
  };
  const end = async (): Promise<void> => {
    for (const { messages } of till.model.prompts) expect(unpaired(messages)).toBeUndefined();
    await till.app.close();
    await close();
  };
  const outcome = () => till.app.get(GatedCalls).outcome(run.id, {}, run.requester);
  const resume = () => till.approvals.runs.resume(run.id);
  const remembered = () => till.app.get(ChatMemory).get({ tenant: run.tenant, conversation: 'kept' });
  return { ...till, clock, id: run.id, effects, remembered, goOn, approve, outcome, resume, end };
};

type Loaded = Awaited<ReturnType<typeof load>>;

/** The expected end of a run, by its situation. */
const ends: Readonly<Record<string, (loaded: Loaded) => Promise<void>>> = {
  waiting: async ({ approve, goOn, effects }) => {
    await approve();
    expect(await goOn()).toBe('Done.');
    expect(effects).toEqual(['repay A-1 70, attempt 1', 'look A-1, attempt 1']);
  },
  edited: async ({ approve, approvals, id, goOn, effects }) => {
    await approve();
    expect((await approvals.list({ runId: id })).items).toMatchObject([{ status: 'APPROVED', votes: [{}, {}] }]);
    expect(await goOn()).toBe('Done.');
    expect(effects).toEqual(['repay A-1 500, attempt 1']);
  },
  'edited-to-less': async ({ goOn, effects, approvals, id }) => {
    expect((await approvals.list({ runId: id })).items).toMatchObject([
      { status: 'APPROVED', requirement: { message: 'Is it right?' }, edits: [{ requirement: { allowEdit: true } }] },
    ]);
    expect(await goOn()).toBe('Done.');
    expect(effects).toEqual(['repay A-1 70, attempt 1']);
  },
  approved: async ({ goOn, effects }) => {
    expect(await goOn()).toBe('Done.');
    expect(effects).toEqual(['repay A-1 70, attempt 1', 'look A-1, attempt 1']);
  },
  'asked-again': async ({ approve, approvals, id, goOn, effects }) => {
    expect((await approvals.list({ runId: id })).items).toMatchObject([
      { status: 'PENDING', revision: 2, votes: [], toolChanges: [{ revision: 1, description: 'Pay back' }] },
    ]);
    await approve();
    expect(await goOn()).toBe('Done.');
    expect(effects).toEqual(['repay A-1 70, attempt 1', 'look A-1, attempt 1']);
  },
  started: async ({ clock, approvals, id, goOn, effects }) => {
    clock.advance(LEASE_MS);
    await approvals.runs.reconcile(id, { index: 1, outcome: { type: 'succeeded', value: 'Paid.' } }, ADA);
    expect(await goOn()).toBe('Done.');
    expect(effects).toEqual([]);
  },
  'started-idempotent': async ({ clock, goOn, effects }) => {
    clock.advance(LEASE_MS);
    expect(await goOn()).toBe('Done.');
    expect(effects).toEqual(['look A-2, attempt 2']);
  },
  'waiting-again': async ({ approve, goOn, effects }) => {
    await approve();
    expect(await goOn()).toBe('Done.');
    expect(effects).toEqual(['repay A-2 50, attempt 1']);
  },
  answered: async ({ clock, goOn, effects, model, remembered }) => {
    clock.advance(LEASE_MS);
    expect(await goOn()).toBe('Done.');
    expect([effects, model.prompts]).toEqual([[], []]);
    expect(await remembered()).toMatchObject([{ role: 'user' }, { role: 'assistant' }]);
  },
  cancelled: async ({ goOn, effects, remembered, approvals, id }) => {
    await expect(goOn()).rejects.toBeInstanceOf(RunEndedException);
    expect(effects).toEqual([]);
    expect(JSON.stringify(await remembered())).toContain('Pay it back');
    expect(await approvals.runs.get(id)).toMatchObject({ status: 'cancelled', error: 'the shop closes' });
    expect((await approvals.runs.get(id)).closing).toBeUndefined();
  },
  canceling: async ({ approvals, id, goOn, effects, model, remembered }) => {
    expect((await approvals.list({ runId: id })).items).toMatchObject([{ status: 'OUTCOME_UNKNOWN' }]);
    await approvals.runs.reconcile(id, { index: 0, outcome: { type: 'succeeded', value: 'Paid.' } }, ADA);
    await expect(goOn()).rejects.toMatchObject({ status: 'cancelled', reason: 'the shop closes' });
    expect(await approvals.runs.get(id)).toMatchObject({ status: 'cancelled', error: 'the shop closes' });
    expect(JSON.stringify(await remembered())).toContain('Paid.');
    expect([effects, model.prompts]).toEqual([[], []]);
  },
  parked: async ({ approvals, id, goOn, effects, store }) => {
    expect(await approvals.runs.get(id)).toMatchObject({ attempts: [{ error: 'Error: The model is away.' }] });
    expect((await store.due(10)).runs).toEqual([]);
    await approvals.runs.retry(id, ADA);
    expect(await goOn()).toBe('Done.');
    expect(effects).toEqual([]);
  },
  asking: async ({ approvals, id, goOn, effects }) => {
    await answerAll(approvals, id);
    expect(await goOn()).toBe('Done.');
    expect(effects).toEqual(['pack A-1 {"size":"M"}, attempt 1', 'look A-1, attempt 1']);
  },
  'answered-question': async ({ goOn, effects }) => {
    expect(await goOn()).toBe('Done.');
    expect(effects).toEqual(['pack A-1 {"size":"M"}, attempt 1']);
  },
  'call-waiting': async ({ approve, resume, outcome, effects, approvals, id }) => {
    expect(await approvals.runs.get(id)).toMatchObject({ kind: 'call', conversation: 'kept' });
    await approve();
    await resume();
    expect(await outcome()).toMatchObject({ status: 'completed', result: 'Paid 70 for A-1' });
    expect(effects).toEqual(['repay A-1 70, attempt 1']);
  },
  'call-approved': async ({ resume, outcome, effects }) => {
    await resume();
    expect(await outcome()).toMatchObject({ status: 'completed', result: 'Paid 70 for A-1' });
    expect(effects).toEqual(['repay A-1 70, attempt 1']);
  },
  'call-started': async ({ clock, approvals, id, resume, outcome, effects }) => {
    clock.advance(LEASE_MS);
    await approvals.runs.reconcile(id, { index: 0, outcome: { type: 'succeeded', value: 'Paid.' } }, ADA);
    await resume();
    expect(await outcome()).toMatchObject({ status: 'completed', result: 'Paid.' });
    expect(effects).toEqual([]);
  },
  'call-requested': async ({ app, clock, outcome, effects, id }) => {
    clock.advance(LEASE_MS);
    const options = { toolContext: { user: 'ada' }, conversation: 'kept', requestId: 'a request', waitMs: 10_000 };
    const again = await app.get(GatedCalls).call('look', { order: 'A-2' }, options);
    expect(again).toEqual({ runId: id, status: 'completed', result: { order: 'A-2' } });
    expect(await outcome()).toEqual(again);
    expect(effects).toEqual(['look A-2, attempt 2']);
  },
  'external-approved': async ({ approvals, id }) => {
    const [{ id: approval, argsHash } = { id: '', argsHash: '' }] = (await approvals.list({ runId: id })).items;
    const claim = { argsHash, token: TOKEN, leaseMs: LEASE_MS };
    expect(await approvals.claim(approval, claim)).toMatchObject({ answer: 'start', arguments: { invoice: 'I-7' } });
    await approvals.finish(approval, { token: TOKEN, outcome: { type: 'succeeded', value: 'Paid.' } });
    expect(await approvals.runs.get(id)).toMatchObject({ kind: 'external', status: 'completed' });
  },
  'external-claimed': async ({ approvals, id }) => {
    const [{ id: approval, argsHash } = { id: '', argsHash: '' }] = (await approvals.list({ runId: id })).items;
    const other = { argsHash, token: 'bank-2', leaseMs: LEASE_MS };
    expect(await approvals.claim(approval, other)).toEqual({ answer: 'no', status: 'EXECUTING' });
    await approvals.finish(approval, { token: TOKEN, outcome: { type: 'succeeded', value: 'Paid.' } });
    expect(await approvals.runs.get(id)).toMatchObject({ kind: 'external', status: 'completed' });
  },
  'agent-waiting': async ({ approvals, goOn, effects, model }) => {
    await approvePending(approvals);
    expect(await goOn()).toBe('Done.');
    expect([effects, model.prompts.length]).toEqual([['repay A-1 70, attempt 1'], 2]);
  },
  'agent-answered': async ({ goOn, effects, model }) => {
    expect(await goOn()).toBe('Done.');
    expect([effects, model.prompts.length]).toEqual([[], 1]);
    expect(JSON.stringify(model.prompts)).toContain('Paid.');
  },
  'agent-canceling': async ({ approvals, id, goOn, effects, model }) => {
    await expect(goOn()).rejects.toMatchObject({ status: 'cancelled', reason: 'the shop closes' });
    expect((await approvals.list()).items).toMatchObject([{ status: 'CANCELLED' }]);
    expect((await approvals.runs.list()).items.map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
    expect(await approvals.runs.get(id)).toMatchObject({ error: 'the shop closes' });
    expect([effects, model.prompts]).toEqual([[], []]);
  },
  limited: async ({ store, id, goOn, effects }) => {
    expect((await store.checkpoint(id))!.request.timeoutMs).toBe(60_000);
    expect(await goOn()).toBe('Done.');
    expect(effects).toEqual(['repay A-1 70, attempt 1']);
  },
};

const leftRuns = (open: Open): void => {
  it.each(kept)('resumes: $version, $situation', async (file) => {
    const loaded = await load(open, readKept(file));
    await ends[file.situation]!(loaded);
    await loaded.end();
  });

  it('is not touched if a later version wrote it', async () => {
    const known = readKept(kept.find(({ situation }) => situation === 'approved')!);
    const { state } = known;
    for (const changed of [
      { ...state, run: { ...state.run, schema: 3 } },
      { ...state, approvals: state.approvals.map((approval) => ({ ...approval, schema: 2 })) },
    ] as unknown as KeptRun['state'][]) {
      const { store, goOn, approvals, id, effects, end } = await load(open, { ...known, state: changed });
      const before = await store.state(id);
      await expect(goOn()).rejects.toBeInstanceOf(RunSchemaException);
      const [approval] = changed.approvals;
      await expect(approvals.cancel(approval!.id, ADA)).rejects.toThrow(/schema [23]/);
      await expect(approvals.runs.cancel(id, ADA)).rejects.toThrow('Upgrade this process');
      expect([await store.state(id), effects]).toEqual([before, []]);
      await end();
    }
  });
};

describe.each(inject('isThorough') ? stores : stores.slice(-1))('a run that an earlier version left %s', (_, open) =>
  leftRuns(open),
);

if (inject('isThorough')) {
  describe('a run that an earlier version left in PostgreSQL', () =>
    onPostgres((open) => leftRuns(async (clock) => ({ store: (await open(clock)).store, close: async () => {} }))));
}

describe('the state that this version stores', () => {
  it.each(Object.keys(situations))('has the recorded shape: %s', async (name) => {
    const newest = kept.findLast(({ situation }) => situation === name)!;
    expect(shapeOf(await leaveRun(situations[name]!))).toEqual(shapeOf(readKept(newest)));
  });
});

/** The names and types of all fields: a changed shape needs a new folder. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shapeOf(part)]));
};
