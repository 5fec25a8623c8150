import type { INestApplicationContext } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { ApprovalService, GatedCalls, type Run } from 'toolgate/approval';
import { CrashingDesk, saidOf } from './crashing-desk.fixture.js';
import type { CrashPoints } from './crash-points.fixture.js';
import { type StoryJob, type StoryReport, unknownOf } from './crash-story.fixture.js';
import { readLines, writeLine } from './journal.fixture.js';

export const POLL_MS = 4;
/** Less than a lease of the default length, so a story that waits for a lease is reported. */
export const MOST_MS = 25_000;

const GRACE = { id: 'grace', tenant: 'acme' };

/** The requests of the story, by their ids: the tool and its arguments. */
const REQUESTS = {
  find: { order: 'A-1' },
  refund: { order: 'A-1', amount: 70 },
  mail: { order: 'A-1' },
  cancel: { order: 'A-1' },
  charge: { order: 'B-2' },
};

/** Makes every request again until all have ended, and decides and settles what waits. */
export const driveCalls = async (
  app: INestApplicationContext,
  job: StoryJob,
  points: CrashPoints,
): Promise<StoryReport> => {
  const begin = performance.now();
  let outcomes = await request(app);
  while (Object.values(outcomes).some(({ status }) => status === 'suspended')) {
    if (performance.now() - begin > MOST_MS) throw new Error(`A call is stuck: ${JSON.stringify(await runsIn(app))}`);
    await decideAll(app);
    for (const run of await runsIn(app)) await settle(app, run, job.file);
    await delay(POLL_MS);
    outcomes = await request(app);
  }
  return reportOfCalls({ app, job, points }, outcomes);
};

/** Returns the report of a story of calls, whose outcomes are known. */
export const reportOfCalls = async (
  { app, job, points }: { app: INestApplicationContext; job: StoryJob; points: CrashPoints },
  outcomes: NonNullable<StoryReport['outcomes']>,
): Promise<StoryReport> => {
  const runs = await runsIn(app);
  const approvals = (await app.get(ApprovalService).list({ limit: 500 })).items;
  return {
    id: job.id,
    points: [...points.reached],
    outcomes,
    runs: runs.map(({ id, status, lease, dueAt }) => ({
      id,
      status,
      isOpen: lease !== undefined || dueAt !== undefined,
    })),
    unknown: readLines<string>(unknownOf(job.file)),
    approvals: approvals.map(({ toolName, status }) => ({ tool: toolName, status })),
    askedAgain: 0,
    transcript: [],
    conversation: [],
  };
};

export const runsIn = async (app: INestApplicationContext): Promise<readonly Run[]> =>
  (await app.get(ApprovalService).runs.list()).items;

const request = async (app: INestApplicationContext): Promise<NonNullable<StoryReport['outcomes']>> => {
  const made = Object.entries(REQUESTS).map(async ([tool, input]) => {
    const options = { requestId: `of ${tool}`, toolContext: { user: 'ada' } };
    const { status, runId } = await app.get(GatedCalls).call(tool, input, options);
    return [tool, { status, ...(runId !== undefined && { runId }) }] as const;
  });
  return Object.fromEntries(await Promise.all(made));
};

export const decideAll = async (app: INestApplicationContext): Promise<void> => {
  const service = app.get(ApprovalService);
  for (const { id, toolName, revision, argsHash } of (await service.list({ status: 'PENDING' })).items) {
    const decision = toolName === 'cancel' ? 'reject' : 'approve';
    await service.decide(id, { decisionId: `of ${id}`, decision, revision, argsHash }, GRACE);
  }
};

// The operator checks whether the call had its effect; the tool `charge` reports it itself.
export const settle = async (app: INestApplicationContext, run: Run, file: string): Promise<void> => {
  const [slot] = run.slots;
  if (slot?.state !== 'unknown' || slot.toolName === 'charge') return;
  const { index, toolName, input, idempotencyKey } = slot;
  writeLine(unknownOf(file), toolName);
  const call = [toolName, ...Object.values(input ?? {})].join(' ');
  const outcome = app.get(CrashingDesk).hasEffect(idempotencyKey)
    ? ({ type: 'succeeded', value: saidOf(call) } as const)
    : ({ type: 'failed', message: 'It was not done.' } as const);
  await app.get(ApprovalService).runs.reconcile(run.id, { index, idempotencyKey, outcome }, GRACE);
};
