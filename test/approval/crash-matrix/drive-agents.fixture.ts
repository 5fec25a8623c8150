import type { INestApplicationContext } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { ChatClient } from 'toolgate';
import { ApprovalService, type Run } from 'toolgate/approval';
import { AGENT_QUESTION } from './agent-batches.fixture.js';
import { CrashingDesk, saidOf } from './crashing-desk.fixture.js';
import type { CrashPoints } from './crash-points.fixture.js';
import { type StoryJob, type StoryReport, unknownOf } from './crash-story.fixture.js';
import { readLines, writeLine } from './journal.fixture.js';

const POLL_MS = 4;
/** Less than a lease of the default length, so a story that waits for a lease is reported. */
const MOST_MS = 25_000;

const GRACE = { id: 'grace', tenant: 'acme' };

/** Decides and settles what waits in a turn with agents and in the turns inside it, until nothing is left to do. */
export const driveAgents = async (
  app: INestApplicationContext,
  job: StoryJob,
  points: CrashPoints,
): Promise<StoryReport> => {
  const begin = performance.now();
  while (!(await step(app, job, points))) {
    if (performance.now() - begin > MOST_MS) throw new Error(`A run is stuck: ${JSON.stringify(await runsIn(app))}`);
    await delay(POLL_MS);
  }
  return { id: job.id, points: [...points.reached], ...(await reportOf(app, job.file)) };
};

const runsIn = async (app: INestApplicationContext): Promise<readonly Run[]> =>
  (await app.get(ApprovalService).runs.list()).items;

const isOpen = ({ lease, closing, dueAt, status }: Run): boolean =>
  status === 'suspended' ||
  status === 'resuming' ||
  lease !== undefined ||
  closing !== undefined ||
  dueAt !== undefined;

const step = async (app: INestApplicationContext, { file }: StoryJob, points: CrashPoints): Promise<boolean> => {
  const runs = await runsIn(app);
  const service = app.get(ApprovalService);
  if (runs.length === 0) {
    await app
      .get(ChatClient)
      .prompt(AGENT_QUESTION)
      .tools('note', 'refund', 'agent')
      .conversation('c')
      .toolContext({ user: 'ada' })
      .call()
      .outcome();
    return false;
  }
  if (points.isCancelDue) {
    await service.runs.cancel(runs[0]!.id, GRACE, 'no more');
    points.canceled();
  }
  if (!runs.some(isOpen)) return true;
  for (const { id, revision, argsHash } of (await service.list({ status: 'PENDING' })).items) {
    await service.decide(id, { decisionId: `of ${id}`, decision: 'approve', revision, argsHash }, GRACE);
  }
  for (const run of runs) if (!run.lease) await settle(app, run, file);
  return false;
};

// The operator checks whether the call had its effect; the tool `charge` reports it itself.
const settle = async (app: INestApplicationContext, run: Run, file: string): Promise<void> => {
  for (const { index, state, toolName, toolCallId, input, idempotencyKey } of run.slots) {
    if (state !== 'unknown' || toolName === 'charge') continue;
    writeLine(unknownOf(file), toolCallId);
    const call = [toolName, ...Object.values(input ?? {})].join(' ');
    const outcome = app.get(CrashingDesk).hasEffect(idempotencyKey)
      ? ({ type: 'succeeded', value: saidOf(call) } as const)
      : ({ type: 'failed', message: 'It was not done.' } as const);
    await app
      .get(ApprovalService)
      .runs.reconcile(run.id, { index, idempotencyKey, outcome }, GRACE)
      .catch(() => {});
  }
};

const reportOf = async (app: INestApplicationContext, file: string) => {
  const service = app.get(ApprovalService);
  const runs = await runsIn(app);
  const [outer] = runs;
  const messages = await service.runs.messages(outer!.id, { id: 'ada', tenant: 'acme' });
  const last = messages.at(-1);
  const wrong = await Promise.all(runs.map((run) => wrongBetween(run, service)));
  const approvals = (await service.list({ limit: 500 })).items;
  const lost = await lostCalls(service, runs);
  return {
    runs: runs.map((run) => ({ id: run.id, status: run.status, isOpen: isOpen(run) })),
    unknown: readLines<string>(unknownOf(file)),
    approvals: approvals.map(({ toolName, status }) => ({ tool: toolName, status })),
    askedAgain: 0,
    agents: {
      answer: last?.role === 'assistant' ? JSON.stringify(last.content) : '',
      lost: approvals.flatMap(({ id, toolName }) => (lost.has(id) ? [toolName] : [])),
      wrong: wrong.flat(),
    },
    transcript: messages,
    conversation: [],
  };
};

/** Returns the approvals of the calls whose outcome a record states as unknown, even if it is known by now. */
const lostCalls = async (service: ApprovalService, runs: readonly Run[]): Promise<ReadonlySet<string>> => {
  const events = await Promise.all(runs.map(({ id }) => service.runs.events(id)));
  const unknown = events.flat().filter(({ type }) => type === 'OUTCOME_UNKNOWN');
  return new Set(unknown.flatMap(({ approvalId }) => approvalId ?? []));
};

/** Returns what is wrong between a run and the one around it: its outcome is the result of one call, once. */
const wrongBetween = async ({ id, parent }: Run, service: ApprovalService): Promise<readonly string[]> => {
  if (!parent) return [];
  const events = await service.runs.events(parent.run);
  const ended = events.filter(({ type, data }) => type === 'INNER_ENDED' && data?.['innerRun'] === id).length;
  return [
    ...(ended === 1 ? [] : [`the outcome of ${parent.callId} arrived ${ended} times`]),
    ...(parent.isAnswered ? [] : [`the outcome of ${parent.callId} is not marked`]),
  ];
};
