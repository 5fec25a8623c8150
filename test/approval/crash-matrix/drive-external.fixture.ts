import type { INestApplicationContext } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Approval, ApprovalService, type ExternalCall } from 'toolgate/approval';
import { saidOf } from './crashing-desk.fixture.js';
import type { CrashPoints } from './crash-points.fixture.js';
import { ledgerOf, type StoryJob, type StoryReport } from './crash-story.fixture.js';
import { decideAll, MOST_MS, POLL_MS, reportOfCalls, runsIn, settle } from './drive-calls.fixture.js';
import { writeLine } from './journal.fixture.js';

/** The requests of the story, by their ids: the tool and its arguments. */
const REQUESTS = {
  refund: { order: 'A-1', amount: 70 },
  mail: { order: 'A-1' },
  cancel: { order: 'A-1' },
  pay: { order: 'B-2' },
};

/** The systems that claim every call, at the same time. */
const SYSTEMS = ['bank', 'mirror'];

interface Place {
  readonly app: INestApplicationContext;
  readonly job: StoryJob;
  readonly points: CrashPoints;
}

/** Makes every request of an external call again until all have ended; systems claim, run and finish what is approved. */
export const driveExternal = async (
  app: INestApplicationContext,
  job: StoryJob,
  points: CrashPoints,
): Promise<StoryReport> => {
  const begin = performance.now();
  const place = { app, job, points };
  let calls = await request(app);
  while (calls.some(([, { status }]) => status === 'suspended')) {
    if (performance.now() - begin > MOST_MS) throw new Error(`A call is stuck: ${JSON.stringify(await runsIn(app))}`);
    await decideAll(app);
    for (const [, { approval }] of await request(app)) await runOnce(place, approval);
    for (const run of await runsIn(app)) await settle(app, run, job.file);
    await delay(POLL_MS);
    calls = await request(app);
  }
  const outcomes = Object.fromEntries(calls.map(([tool, { status, runId }]) => [tool, { status, runId }]));
  return reportOfCalls({ app, job, points }, outcomes);
};

const request = (app: INestApplicationContext): Promise<(readonly [tool: string, call: ExternalCall])[]> => {
  const service = app.get(ApprovalService);
  const made = Object.entries(REQUESTS).map(async ([tool, input]) => {
    const about = { tool, arguments: input, requirement: {}, requestId: `of ${tool}` };
    const requester = { id: 'ada', tenant: 'acme' };
    return [tool, await service.request({ ...about, requester, idempotent: tool === 'mail' })] as const;
  });
  return Promise.all(made);
};

const runOnce = async (place: Place, approval: Approval): Promise<void> => {
  if (approval.status !== 'APPROVED' && approval.status !== 'EXECUTING') return;
  await Promise.all(SYSTEMS.map((system) => claimAndRun(place, approval, `${system} ${randomUUID()}`)));
};

const claimAndRun = async ({ app, job, points }: Place, { id, argsHash }: Approval, token: string): Promise<void> => {
  const service = app.get(ApprovalService);
  const claim = () => service.claim(id, { argsHash, token, tenant: 'acme' });
  const claimed = await claim();
  if (claimed.answer === 'no') return;
  const { idempotencyKey: key, attempt, arguments: input } = claimed;
  const { toolName } = await service.get(id);
  const call = [toolName, ...Object.values(input)].join(' ');
  const line = { key, call, attempt, user: 'ada' };
  writeLine(ledgerOf(job.file), { step: 'start', ...line });
  await points.hold(`${call}: the body begins`);
  const renewed = await claim();
  if (renewed.answer === 'no') throw new Error(`The claim of ${call} is not renewed.`);
  points.reach(`${call}: before the effect`);
  writeLine(ledgerOf(job.file), { step: 'effect', ...line });
  points.reach(`${call}: after the effect`);
  await service.finish(id, { token, tenant: 'acme', outcome: { type: 'succeeded', value: saidOf(call) } });
};
