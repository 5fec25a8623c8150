import { describe, expect, inject, it } from 'vitest';
import { GatedCalls, InMemoryApprovalStore, type Run, RunDispatcher } from 'toolgate/approval';
import { VirtualClock } from 'toolgate/testing';
import type { KnownOutcome, ToolContext } from 'toolgate/tool';
import { bootAgents } from './agents.fixture.js';
import { yes } from './approval.fixture.js';
import { HandDispatcher } from './hand-dispatcher.fixture.js';
import { Awaits, storeOf } from './lost-in-memory.fixture.js';
import { expectPaired } from './waiting.fixture.js';

const GRACE = { id: 'grace' };
/** Longer than a lease and a back-off. */
const LATER_MS = 60_000;
const MOST_STEPS = 20;
/** A process is lost at each await, or at each fifth one. */
const EVERY = inject('isThorough') ? 1 : 5;

/** What all processes share: their store, and the effects outside of them. */
class Outside {
  readonly clock = new VirtualClock();
  readonly store = new InMemoryApprovalStore(this.clock.now);
  /** The idempotency keys of the refunds that began, and of those that were made. */
  readonly began: string[] = [];
  readonly made: string[] = [];
  /** The keys of the refunds, and of the agents that would make one, whose outcome a person reported. */
  readonly reported: string[] = [];
}

const processOver = async (outside: Outside, awaits: Awaits) => {
  const store = storeOf(awaits, outside.store);
  const dispatcher = new HandDispatcher();
  const booted = await bootAgents({
    providers: [{ provide: RunDispatcher, useValue: dispatcher }],
    options: { store, approval: { worker: true, shutdownMs: 1 } },
  });
  const { desk, model } = booted;
  const call = model.call.bind(model);
  model.call = async (prompt, options) => {
    await awaits.pass();
    return call(prompt, options);
  };
  desk.refund = (async (_order: string, _amount: number, { idempotencyKey }: ToolContext) => {
    await refundAt(outside, awaits, idempotencyKey!);
    return 'Refunded';
  }) as never;
  return { ...booted, dispatcher, awaits };
};

const refundAt = async ({ began, made }: Outside, awaits: Awaits, idempotencyKey: string): Promise<void> => {
  began.push(idempotencyKey);
  await awaits.pass();
  made.push(idempotencyKey);
  await awaits.pass();
};

type Process = Awaited<ReturnType<typeof processOver>>;

interface Story {
  readonly what: string;
  /** The number of its refunds. */
  readonly refunds: number;
  begin(process: Process): Promise<unknown>;
  /** Does what is due. @default a reader resumes the first run */
  readonly advance?: (process: Process, outside: Outside) => Promise<unknown>;
  /** Returns its answer. */
  end(process: Process, run: string, outside: Outside): Promise<unknown>;
  readonly answer: unknown;
}

const turn = (what: string, task: string, refunds: number): Story => ({
  what,
  refunds,
  begin: ({ chat }) => chat.prompt(task).call().outcome(),
  end: ({ chat }, run) => chat.resume(run).call().content(),
  answer: `Done: ${task}.`,
});

const call = (process: Process) =>
  process.app.get(GatedCalls).call('refund', { order: 'A-1', amount: 7 }, { requestId: 'once' });

const requested = ({ approvals }: Process) =>
  approvals.request({
    tool: 'refund',
    arguments: { order: 'A-1', amount: 7 },
    requirement: {},
    requester: { id: 'ada' },
    requestId: 'once',
  });

/** Two systems claim the call at the same time. The one that may start makes the refund and reports it. */
const runExternally = async (process: Process, outside: Outside): Promise<void> => {
  const { approvals, awaits, dispatcher } = process;
  // A caller without an answer requests the same again.
  const { id, argsHash } = (await requested(process)).approval;
  const run = async (system: string): Promise<void> => {
    const token = `${system} ${outside.clock.now()}`;
    const claimed = await approvals.claim(id, { argsHash, token });
    if (claimed.answer === 'no') return;
    await refundAt(outside, awaits, claimed.idempotencyKey);
    await approvals.finish(id, { token, outcome: { type: 'succeeded', value: 'Refunded' } });
  };
  await Promise.all(['bank', 'mirror'].map(run));
  await dispatcher.sweep();
};

const STORIES: readonly Story[] = [
  turn('a turn', 'find refund; refund', 2),
  turn('a turn with agents inside its calls', 'find agent(find; agent(refund) refund)', 2),
  {
    what: 'a call outside of a turn',
    refunds: 1,
    begin: call,
    end: async (process) => (await call(process)).status,
    answer: expect.stringMatching(/completed|failed/),
  },
  {
    what: 'a call that another system runs',
    refunds: 1,
    begin: requested,
    advance: runExternally,
    end: async (process, run, { made }) => {
      const { slots } = await process.approvals.runs.get(run);
      const { status, approval } = await requested(process);
      const isMade = made.includes(approval.idempotencyKey);
      const agrees = [status, approval.status].join() === (isMade ? 'completed,SUCCEEDED' : 'failed,FAILED');
      return { agrees, attempts: slots.map(({ attempt }) => attempt) };
    },
    answer: { agrees: true, attempts: [1] },
  },
];

/** Does what a caller, an approver, an operator and a worker do, until every run has ended. */
const live = async (process: Process, story: Story, outside: Outside): Promise<void> => {
  const { approvals } = process;
  for (let step = 0; step < MOST_STEPS; step++) {
    const { items } = await approvals.runs.list();
    if (items.length === 0) await story.begin(process);
    else if (items.every(({ endedAt }) => endedAt !== undefined)) return;
    for (const one of (await approvals.list({ status: 'PENDING' })).items) {
      await approvals.decide(one.id, yes(one, `d-${one.id}`), GRACE);
    }
    for (const run of items) await report(process, run, outside);
    await (story.advance ?? resumeFirst)(process, outside);
    outside.clock.advance(LATER_MS);
  }
  throw new Error(`A run has not ended: ${JSON.stringify((await approvals.runs.list()).items)}`);
};

const resumeFirst = async ({ approvals, dispatcher }: Process): Promise<void> => {
  const { status } = await approvals.runs.resume((await approvals.runs.list()).items[0]!.id);
  // A reader resumes turns. Only a worker passes outcomes between runs.
  if (status === 'completed') await dispatcher.sweep();
};

const report = async ({ approvals }: Process, { id, slots }: Run, { made, reported }: Outside): Promise<void> => {
  for (const { state, index, toolName, idempotencyKey } of slots) {
    if (state !== 'unknown') continue;
    // The agent that was lost has made no refund.
    if (toolName !== 'find') reported.push(idempotencyKey);
    const outcome: KnownOutcome = made.includes(idempotencyKey)
      ? { type: 'succeeded', value: 'Refunded' }
      : { type: 'failed', message: 'Nothing was refunded.' };
    await approvals.runs.reconcile(id, { index, outcome });
  }
};

const expectOnce = async (process: Process, story: Story, outside: Outside): Promise<void> => {
  const { approvals, model } = process;
  const { began, made, reported } = outside;
  expect(new Set(began).size).toBe(began.length);
  const notMade = [...new Set(reported)].filter((key) => !made.includes(key));
  expect([...made, ...notMade]).toHaveLength(story.refunds);
  const runs = (await approvals.runs.list()).items;
  for (const { id, parent } of runs) {
    if (!parent) continue;
    expect(parent.isAnswered).toBe(true);
    const events = await approvals.runs.events(parent.run);
    expect(events.filter(({ type, data }) => type === 'INNER_ENDED' && data?.['innerRun'] === id)).toHaveLength(1);
  }
  expect(await story.end(process, runs[0]!.id, outside)).toEqual(story.answer);
  expectPaired(model);
};

describe.each(STORIES)('$what whose process is lost, while its store in memory stays', (story) => {
  it('ends once, or reports the calls whose outcome is unknown, at any await', async () => {
    const undisturbed = new Outside();
    const awaits = new Awaits();
    const process = await processOver(undisturbed, awaits);
    await live(process, story, undisturbed);
    await expectOnce(process, story, undisturbed);
    expect(undisturbed.reported).toEqual([]);
    await process.app.close();
    let reported = 0;
    // Each story begins at another one, so that together they try more kinds of awaits.
    for (let at = 1 + (STORIES.indexOf(story) % EVERY); at <= awaits.reached; at += EVERY) {
      const outside = new Outside();
      const last = new Awaits(at);
      const lost = await processOver(outside, last);
      await Promise.race([last.lost, live(lost, story, outside)]);
      outside.clock.advance(LATER_MS);
      const next = await processOver(outside, new Awaits());
      try {
        await live(next, story, outside);
        await expectOnce(next, story, outside);
      } catch (cause) {
        throw new Error(`Lost at the await ${at} of ${awaits.reached}.`, { cause });
      }
      reported += outside.reported.length;
      void lost.app.close().catch(() => {});
      await next.app.close();
    }
    expect(reported).toBeGreaterThan(0);
  }, 300_000);
});
