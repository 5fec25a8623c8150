import 'reflect-metadata';
import { type DynamicModule, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { agentTool, type ChatClient, ToolgateModule } from 'toolgate';
import { HumanApprovalStrategy, RequesterResolver } from 'toolgate/approval';
import { chatClientToken } from 'toolgate/chat';
import { BullMqModule } from 'toolgate/bullmq';
import { PostgresModule } from 'toolgate/postgres';
import { SqlModule } from 'toolgate/sql';
import { connectionOf } from './connection-of.fixture.js';
import { ChangedDesk, CrashingDesk, DeskPlace } from './crashing-desk.fixture.js';
import { CrashingModel } from './crashing.model.js';
import { crashAtAwaits } from './crash-at-awaits.fixture.js';
import { CrashPoints } from './crash-points.fixture.js';
import type { StoryJob } from './crash-story.fixture.js';
import { driveAgents } from './drive-agents.fixture.js';
import { driveCalls } from './drive-calls.fixture.js';
import { driveExternal } from './drive-external.fixture.js';
import { driveStory } from './drive-story.fixture.js';

/** The requester is always Ada, as long as the process lives. */
class Askers extends RequesterResolver {
  constructor(private readonly points: CrashPoints) {
    super();
  }

  async identify() {
    await this.points.hold('requester: identify');
    return { id: 'ada', tenant: 'acme' };
  }

  async rehydrate() {
    await this.points.hold('requester: rehydrate');
    return { type: 'present' } as const;
  }
}

/** The module that the variable TOOLGATE_CRASH_DISPATCHER names for stories on PostgreSQL: `postgres` or `bullmq`. */
const wakesOf = ({ postgres: connection }: StoryJob): readonly DynamicModule[] => {
  const dispatcher = process.env['TOOLGATE_CRASH_DISPATCHER'];
  if (connection === undefined || dispatcher === undefined) return [];
  return [dispatcher === 'bullmq' ? BullMqModule.forRoot({ connection }) : PostgresModule.forRoot()];
};

/** An agent that may call itself. */
const agent = {
  provide: 'agent',
  inject: [chatClientToken('inner')],
  useFactory: (client: ChatClient) =>
    agentTool({
      client,
      name: 'agent',
      description: 'Hands a task to an agent',
      requiresApproval: false,
      inputSchema: { type: 'object', properties: { task: { type: 'string' } }, required: ['task'] },
      prompt: (input: unknown) => (input as { task: string }).task,
    }),
};

const moduleOf = (job: StoryJob, points: CrashPoints) => {
  const { file, by, isChanged, leaseMs, shutdownMs } = job;
  const requester = new Askers(points);
  const strategy = new HumanApprovalStrategy();
  @Module({
    imports: [
      SqlModule.forRoot(connectionOf(job)),
      ...wakesOf(job),
      ToolgateModule.forFeature([{ name: 'inner', tools: ['find', 'refund', 'note', 'charge', 'agent'] }]),
      ToolgateModule.forRoot({
        model: new CrashingModel(points, file),
        memory: true,
        approval: { strategy, requester, worker: by !== 'reader', leaseMs, shutdownMs, toolChangeGraceMs: 0 },
      }),
    ],
    providers: [
      { provide: CrashingDesk, useClass: isChanged ? ChangedDesk : CrashingDesk },
      { provide: DeskPlace, useValue: { file, points } },
      agent,
    ],
  })
  class StoryModule {}
  return StoryModule;
};

const DRIVES = { turn: driveStory, calls: driveCalls, external: driveExternal, agents: driveAgents };

let aheadMs = 0;
const now = Date.now;
Date.now = () => now() + aheadMs;

const tell = async (job: StoryJob): Promise<void> => {
  aheadMs = job.aheadMs ?? 0;
  const points = new CrashPoints(job);
  crashAtAwaits(points);
  const app = await NestFactory.createApplicationContext(moduleOf(job, points), { logger: ['error', 'warn'] });
  if (job.stop) app.enableShutdownHooks();
  const report = await DRIVES[job.story ?? 'turn'](app, job, points);
  await app.close();
  process.send!(report);
};

process.on('message', (job: StoryJob) => {
  tell(job).catch((error: unknown) => {
    // A stopping process may find the database closed.
    if (job.stop === undefined)
      process.send!({ id: job.id, error: error instanceof Error ? error.stack : String(error) });
  });
});
// The parent process is gone.
process.on('disconnect', () => process.exit());
process.send!('ready');
