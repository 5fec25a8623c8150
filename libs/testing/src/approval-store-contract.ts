import assert from 'node:assert/strict';
import type { ApprovalStore, ChangeRun } from 'toolgate/approval';
import { approvalOf, checkpointOf, eventOf, runOf } from './approval-samples.js';
import { approvalStoreFidelity } from './approval-store-fidelity.js';
import { approvalStoreLists } from './approval-store-lists.js';
import type { ContractRunner } from './contract-runner.js';

/** What a store under test is made with. */
export interface ApprovalStoreSetting {
  /** The clock it goes by, in milliseconds since 1970. */
  now(): number;
}

/** A store under test: how to make one that is empty. */
export interface ApprovalStoreUnderTest {
  readonly name: string;
  create(setting: ApprovalStoreSetting): ApprovalStore | Promise<ApprovalStore>;
}

type It = ContractRunner['it'];
type Make = (now?: () => number) => Promise<ApprovalStore>;

/** What any store of runs and approvals must do. Runs under every runner that has `describe` and `it`. */
export const approvalStoreContract = (
  { describe, it }: ContractRunner,
  { name, create }: ApprovalStoreUnderTest,
): void => {
  const make: Make = async (now = Date.now) => create({ now });
  describe(`${name}, as a store of runs and approvals`, () => {
    describe('that is given a change', () => changes(it, make));
    describe('that cannot write a change', () => failures(it, make));
    describe('that is given many changes at once', () => concurrency(it, make));
    describe('that tells the time', () => time(it, make));
    describe('that is asked what is due', () => due(it, make));
    describe('that lists', () => approvalStoreLists(it, make));
    describe('that gives what it was given', () => approvalStoreFidelity(it, make));
  });
};

/** Opens a run with one question, a checkpoint and an event. */
const open: ChangeRun<string> = () => ({
  run: runOf('r'),
  approvals: [approvalOf('a', 'r')],
  checkpoint: checkpointOf('first'),
  events: [eventOf('r', 'SUSPENDED')],
  result: 'opened',
});

/** Writes one more version of a run, and an event with its number and its time. */
const count: ChangeRun<number> = (state, now) => {
  const version = (state?.run.version ?? 0) + 1;
  return {
    run: runOf('r', { ...state?.run, version, updatedAt: now }),
    events: [eventOf('r', 'COUNTED', { at: now, data: { version } })],
    result: version,
  };
};

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/** All that a store tells of the run `r`. */
const everything = async (store: ApprovalStore): Promise<unknown> =>
  json([
    await store.state('r'),
    await store.checkpoint('r'),
    await store.events('r'),
    await store.approval('a'),
    await store.approval('b'),
    await store.runs({}),
    await store.approvals({}),
  ]);

const changes = (it: It, make: Make): void => {
  it('writes a run with all that belongs to it, and gives the result', async () => {
    const store = await make();
    assert.equal(await store.change('r', open), 'opened');
    assert.deepEqual(json(await store.state('r')), json({ run: runOf('r'), approvals: [approvalOf('a', 'r')] }));
    assert.deepEqual(json(await store.checkpoint('r')), json(checkpointOf('first')));
    assert.deepEqual(json(await store.events('r')), json([eventOf('r', 'SUSPENDED')]));
    assert.deepEqual(json(await store.approval('a')), json(approvalOf('a', 'r')));
  });

  it('is given what stands there, and nothing where nothing does', async () => {
    const store = await make();
    const seen: unknown[] = [];
    const look: ChangeRun<void> = (state) => ({ result: void seen.push(json(state)) });
    await store.change('r', look);
    await store.change('r', open);
    await store.change('r', look);
    assert.deepEqual(seen, [null, json({ run: runOf('r'), approvals: [approvalOf('a', 'r')] })]);
    assert.deepEqual(json(await store.state('s')), null);
  });

  it('leaves what a change does not name as it was', async () => {
    const store = await make();
    await store.change('r', (...given) => ({
      ...open(...given),
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
    assert.deepEqual(json((await store.state('r'))!.run), json(runOf('r', { version: 2 })));
  });

  it('adds approvals of later batches behind those that are there, and all events in their order', async () => {
    const store = await make();
    await store.change('r', open);
    const later = ['b', 'c', 'd'].map((id) => approvalOf(id, 'r', { round: 2 }));
    const told = ['ONE', 'TWO', 'THREE'].map((type) => eventOf('r', type));
    await store.change('r', () => ({ run: runOf('r', { version: 2 }), approvals: later, events: told, result: 0 }));
    assert.deepEqual(
      (await store.state('r'))!.approvals.map(({ id }) => id),
      ['a', 'b', 'c', 'd'],
    );
    assert.deepEqual(
      (await store.events('r')).map(({ type }) => type),
      ['SUSPENDED', 'ONE', 'TWO', 'THREE'],
    );
  });

  it('keeps a batch of hundreds of questions', async () => {
    const store = await make();
    const ids = Array.from({ length: 450 }, (_, index) => `a${index}`);
    await store.change('r', () => ({
      run: runOf('r'),
      approvals: ids.map((id) => approvalOf(id, 'r')),
      events: ids.map((id) => eventOf('r', 'PENDING', { approval: id })),
      result: undefined,
    }));
    assert.deepEqual(
      (await store.state('r'))!.approvals.map(({ id }) => id),
      ids,
    );
    assert.deepEqual(
      (await store.events('r')).map(({ approval }) => approval),
      ids,
    );
  });

  it('knows nothing of ids that nobody gave', async () => {
    const store = await make();
    assert.equal(await store.state('r'), undefined);
    assert.equal(await store.checkpoint('r'), undefined);
    assert.equal(await store.approval('a'), undefined);
    assert.deepEqual(await store.events('r'), []);
    assert.deepEqual(json(await store.runs({})), { items: [] });
    assert.deepEqual(json(await store.approvals({ run: 'r' })), { items: [] });
    assert.deepEqual(json(await store.due(10)), { runs: [] });
  });
};

const failures = (it: It, make: Make): void => {
  const cycle: Record<string, unknown> = {};
  cycle['self'] = cycle;
  const broken = { data: cycle as never };
  const failing: Readonly<Record<string, ChangeRun<unknown>>> = {
    'its function throws': () => {
      throw new Error('no cycle, only no');
    },
    'an event cannot be kept': () => ({
      run: runOf('r', { version: 2, status: 'completed' }),
      approvals: [approvalOf('a', 'r', { version: 2, status: 'REJECTED' }), approvalOf('b', 'r')],
      checkpoint: checkpointOf('second'),
      events: [eventOf('r', 'LATER'), eventOf('r', 'BROKEN', broken)],
      result: undefined,
    }),
    'an approval cannot be kept': () => ({
      run: runOf('r', { version: 2, status: 'completed' }),
      checkpoint: checkpointOf('second'),
      approvals: [approvalOf('b', 'r'), approvalOf('c', 'r', { arguments: cycle as never })],
      result: undefined,
    }),
  };
  for (const [what, change] of Object.entries(failing)) {
    it(`writes nothing of it where ${what}, and goes on`, async () => {
      const store = await make();
      await store.change('r', open);
      const before = await everything(store);
      await assert.rejects(store.change('r', change), /cycl|circular/i);
      assert.deepEqual(await everything(store), before);
      assert.equal(await store.change('r', count), 2);
    });

    it(`opens no run where ${what}`, async () => {
      const store = await make();
      const before = await everything(store);
      await assert.rejects(store.change('r', change));
      assert.deepEqual(await everything(store), before);
      assert.equal(await store.change('r', open), 'opened');
    });
  }

  it('refuses an approval whose id is that of another run, whole', async () => {
    const store = await make();
    await store.change('r', open);
    const before = await everything(store);
    await assert.rejects(
      store.change('s', () => ({ run: runOf('s'), approvals: [approvalOf('a', 's')], result: undefined })),
    );
    assert.deepEqual(await everything(store), before);
  });

  it('refuses to write of a run that is not there, and is not brought', async () => {
    const store = await make();
    const before = await everything(store);
    await assert.rejects(
      store.change('r', () => ({ events: [eventOf('r', 'LOST')], result: undefined })),
      /r is not there/,
    );
    assert.deepEqual(await everything(store), before);
  });
};

const concurrency = (it: It, make: Make): void => {
  it('carries out one change of a run after the other, and loses none', async () => {
    const store = await make();
    await store.change('r', open);
    const results = await Promise.all(Array.from({ length: 40 }, () => store.change('r', count)));
    assert.deepEqual(
      [...results].sort((a, b) => a - b),
      Array.from({ length: 40 }, (_, index) => index + 2),
    );
    assert.equal((await store.state('r'))!.run.version, 41);
    const told = (await store.events('r')).slice(1).map(({ data }) => data!['version']);
    assert.deepEqual(
      told,
      Array.from({ length: 40 }, (_, index) => index + 2),
    );
  });

  it('opens a run once, however many open it at once; the others are given what the first wrote', async () => {
    const store = await make();
    const results = await Promise.all(Array.from({ length: 12 }, () => store.change('r', count)));
    assert.deepEqual(
      [...results].sort((a, b) => a - b),
      Array.from({ length: 12 }, (_, index) => index + 1),
    );
    assert.equal((await store.runs({})).items.length, 1);
  });

  it('changes many runs at once', async () => {
    const store = await make();
    const ids = Array.from({ length: 20 }, (_, index) => `r${index}`);
    const openOne = (id: string) =>
      store.change(id, () => ({ run: runOf(id), approvals: [approvalOf(`a-${id}`, id)], result: id }));
    assert.deepEqual(await Promise.all(ids.map(openOne)), ids);
    for (const id of ids)
      assert.deepEqual(
        (await store.state(id))!.approvals.map((found) => found.id),
        [`a-${id}`],
      );
  });

  it('gives a run and its approvals of one moment, whatever is written meanwhile', async () => {
    const store = await make();
    await store.change('r', open);
    const both: ChangeRun<void> = (state) => {
      const version = state!.run.version + 1;
      return { run: runOf('r', { version }), approvals: [approvalOf('a', 'r', { version })], result: undefined };
    };
    const reads = Array.from({ length: 25 }, async () => {
      const writing = store.change('r', both);
      const { run, approvals } = (await store.state('r'))!;
      assert.deepEqual(
        approvals.map(({ version }) => version),
        [run.version],
      );
      await writing;
    });
    await Promise.all(reads);
  });
};

const time = (it: It, make: Make): void => {
  it('reads the clock when nobody else can change the run any more', async () => {
    let ticks = 0;
    const store = await make(() => ++ticks);
    await Promise.all(Array.from({ length: 25 }, () => store.change('r', count)));
    const times = (await store.events('r')).map(({ at }) => at);
    assert.deepEqual(
      times,
      [...new Set(times)].sort((a, b) => a - b),
    );
  });

  it('never goes back within a run, whatever the clock does', async () => {
    let now = 5000;
    const store = await make(() => now);
    await store.change('r', count);
    now = 4000;
    await store.change('r', count);
    now = 6000;
    await store.change('r', count);
    assert.deepEqual(
      (await store.events('r')).map(({ at }) => at),
      [5000, 5000, 6000],
    );
  });
};

const due = (it: It, make: Make): void => {
  it('names the runs that are due, the longest due first, and how long the next one has', async () => {
    let now = 1000;
    const store = await make(() => now);
    const dues = { late: 300, never: undefined, exact: 1000, soon: 1400, later: 9000, longest: 1 };
    for (const [id, dueAt] of Object.entries(dues)) {
      await store.change(id, () => ({ run: runOf(id, dueAt === undefined ? {} : { dueAt }), result: undefined }));
    }
    assert.deepEqual(json(await store.due(10)), { runs: ['longest', 'late', 'exact'], nextInMs: 400 });
    assert.deepEqual(json(await store.due(2)), { runs: ['longest', 'late'], nextInMs: 0 });
    now = 1399;
    assert.deepEqual(json(await store.due(10)), { runs: ['longest', 'late', 'exact'], nextInMs: 1 });
    now = 10_000;
    assert.deepEqual(json(await store.due(10)), { runs: ['longest', 'late', 'exact', 'soon', 'later'] });
  });

  it('forgets when a run was due once that changes', async () => {
    const store = await make(() => 1000);
    await store.change('r', () => ({ run: runOf('r', { dueAt: 500.5 }), result: undefined }));
    assert.deepEqual(json(await store.due(1)), { runs: ['r'] });
    await store.change('r', () => ({ run: runOf('r', { version: 2, dueAt: 1500 }), result: undefined }));
    assert.deepEqual(json(await store.due(1)), { runs: [], nextInMs: 500 });
    await store.change('r', () => ({ run: runOf('r', { version: 3 }), result: undefined }));
    assert.deepEqual(json(await store.due(1)), { runs: [] });
  });
};
