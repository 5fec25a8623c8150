import type { INestApplicationContext } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { ChatClient } from 'toolgate';
import {
  ApprovalDecisionException,
  ApprovalService,
  ApprovalStore,
  type ListedApproval,
  type Run,
} from 'toolgate/approval';
import { ChatMemoryRepository } from 'toolgate/memory';
import { type Message, toolMessage } from 'toolgate/model';
import { CrashingDesk, saidOf } from './crashing-desk.fixture.js';
import type { CrashPoints } from './crash-points.fixture.js';
import { type StoryJob, type StoryReport, unknownOf } from './crash-story.fixture.js';
import { readLines, writeLine } from './journal.fixture.js';

const CONVERSATION = 'c';
const POLL_MS = 4;
/** Less than a lease of the default length, so a story that waits for a lease is reported. */
const MOST_MS = 25_000;

const GRACE = { id: 'grace', tenant: 'acme' };

/** Everything that a user, an approver and an operator do until nothing is left to do. */
export const driveStory = async (
  app: INestApplicationContext,
  job: StoryJob,
  points: CrashPoints,
): Promise<StoryReport> => {
  const begin = performance.now();
  while (!(await step(app, job, points))) {
    if (performance.now() - begin > MOST_MS) throw new Error(`The run is stuck: ${JSON.stringify(await runsIn(app))}`);
    await delay(POLL_MS);
  }
  return { id: job.id, points: [...points.reached], ...(await reportOf(app, job.file)) };
};

const runsIn = async (app: INestApplicationContext): Promise<readonly Run[]> =>
  (await app.get(ApprovalService).runs.list()).items;

/** Does what is possible now, and returns whether nothing is left. */
const step = async (
  app: INestApplicationContext,
  { by, file, cancelAt }: StoryJob,
  points: CrashPoints,
): Promise<boolean> => {
  const [run] = await runsIn(app);
  if (!run) return ask(app, by);
  if (points.isCancelDue) {
    await app.get(ApprovalService).runs.cancel(run.id, GRACE, 'no more');
    points.canceled();
  }
  if (run.status !== 'suspended' && run.status !== 'resuming') return !run.lease && run.closing === undefined;
  if (run.lease) return false;
  const { items } = await app.get(ApprovalService).list({ status: 'PENDING' });
  for (const approval of items) await decide(app, approval);
  if (items.length > 0) return false;
  if (run.slots.some(({ state }) => state === 'unknown')) {
    // The body that waited still runs, and reports its result itself.
    if (cancelAt === undefined) await settle(app, run, file);
  } else if (by === 'reader') for await (const _ of app.get(ChatClient).resume(run.id).stream());
  return false;
};

// The user sends the message again only if nothing of it is stored.
const ask = async (app: INestApplicationContext, by: StoryJob['by']): Promise<boolean> => {
  const prompt = app
    .get(ChatClient)
    .prompt('Refund A-1, please')
    .tools('find', 'refund', 'mail', 'cancel', 'note', 'charge')
    .conversation(CONVERSATION)
    .toolContext({ user: 'ada' });
  const outcome = await (by === 'reader' ? prompt.stream() : prompt.call()).outcome();
  if (outcome.status !== 'suspended') throw new Error('The turn must wait for a person.');
  return false;
};

const decide = async (
  app: INestApplicationContext,
  { id, toolName, revision, argsHash }: ListedApproval,
): Promise<void> => {
  const decision = toolName === 'cancel' ? 'reject' : 'approve';
  const reason = toolName === 'cancel' ? 'it stays' : undefined;
  const command = { decisionId: `of ${id}, ${revision}`, decision, revision, argsHash, reason } as const;
  try {
    await app.get(ApprovalService).decide(id, command, GRACE);
  } catch (error) {
    // The tool has changed, so the approver reads the approval again.
    if (!(error instanceof ApprovalDecisionException) || error.problem !== 'conflict') throw error;
  }
};

// The operator checks whether the call had its effect; a call that cannot be reconciled stays unknown.
const settle = async (app: INestApplicationContext, run: Run, file: string): Promise<void> => {
  const desk = app.get(CrashingDesk);
  for (const { index, state, toolName: tool, toolCallId, input, idempotencyKey } of run.slots) {
    if (state !== 'unknown' || tool === 'charge') continue;
    writeLine(unknownOf(file), toolCallId);
    const known = desk.hasEffect(idempotencyKey)
      ? ({ type: 'succeeded', value: saidOf(['refund', input?.['order'], input?.['amount']].join(' ')) } as const)
      : ({ type: 'failed', message: 'It was not done.' } as const);
    const outcome = tool === 'refund' ? known : ({ type: 'abandoned' } as const);
    await app.get(ApprovalService).runs.reconcile(run.id, { index, outcome }, GRACE);
  }
};

const reportOf = async (app: INestApplicationContext, file: string) => {
  const service = app.get(ApprovalService);
  const runs = await runsIn(app);
  const approvals = (await service.list({ limit: 500 })).items;
  const events = await service.runs.events(runs[0]!.id);
  const lost = events.flatMap(({ type, approvalId }) => (type === 'OUTCOME_UNKNOWN' ? [approvalId] : []));
  const lostCalls = approvals.flatMap(({ id, toolCallId }) => (lost.includes(id) ? [toolCallId] : []));
  return {
    runs: runs.map(({ id, status, lease, closing, dueAt }) => ({
      id,
      status,
      isOpen: lease !== undefined || closing !== undefined || dueAt !== undefined,
    })),
    unknown: [...new Set([...readLines<string>(unknownOf(file)), ...lostCalls])].sort(),
    askedAgain: events.filter(({ type }) => type === 'ASKED_AGAIN').length,
    approvals: approvals.map(({ toolName, status }) => ({ tool: toolName, status })),
    transcript: await transcriptOf(app, runs[0]!),
    conversation: await app.get(ChatMemoryRepository).find({ tenant: 'acme', conversation: CONVERSATION }),
  };
};

const transcriptOf = async (app: INestApplicationContext, { id, slots }: Run): Promise<readonly Message[]> => {
  const { loop, answer } = (await app.get(ApprovalStore).checkpoint(id))!;
  const results = toolMessage(slots.map(({ result }) => result!));
  return [...loop.history, loop.response.message, results, ...(answer ? [answer.message] : [])];
};
