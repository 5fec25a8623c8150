import 'reflect-metadata';
import { setTimeout as delay } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { causeOf } from 'toolgate';
import type { Act } from './act.fixture.js';
import { cancel, decide, decideAll } from './approvers.fixture.js';
import { call, request } from './callers.fixture.js';
import { claim } from './claimers.fixture.js';
import { ask, askAgents, read } from './customers.fixture.js';
import { openRuns } from './open-runs.fixture.js';
import { hasten, settle } from './operators.fixture.js';
import type { ShopKind } from './run-kinds.fixture.js';
import type { ShopJob, ShopReport } from './shop-job.fixture.js';
import { ShopPlace } from './shop-place.fixture.js';
import { shopModule } from './shop.module.fixture.js';

/** The repeated actions, and the longest pause after each, in milliseconds. */
const REQUESTS: Readonly<Record<ShopKind, readonly (readonly [Act, number])[]>> = {
  turn: [
    [ask, 120],
    [ask, 120],
    [read, 150],
  ],
  agent: [
    [askAgents, 250],
    [read, 150],
  ],
  call: [[call, 100]],
  external: [
    [request, 100],
    [claim, 50],
  ],
};
const BUSY: readonly (readonly [Act, number])[] = [
  [decide, 30],
  [decide, 30],
  [decide, 30],
  [cancel, 1500],
  [settle, 150],
];
const CLOSING: readonly (readonly [Act, number])[] = [
  [claim, 50],
  [decideAll, 50],
  [settle, 50],
  [hasten, 500],
];

const REPORT_EVERY_MS = 100;

const report = (told: ShopReport): void => void process.send?.(told);

const live = async (job: ShopJob): Promise<void> => {
  const place = new ShopPlace(job);
  const app = await NestFactory.createApplicationContext(shopModule(place), { logger: ['error', 'fatal'] });
  app.enableShutdownHooks();
  process.once('SIGTERM', () => (place.isLeaving = true));
  report({ type: 'ready' });
  const acts = job.mode === 'open' ? [...job.kinds.flatMap((kind) => REQUESTS[kind]), ...BUSY] : CLOSING;
  for (const [act, restMs] of acts) void repeat(app, place, { act, restMs });
  if (job.mode === 'closing') void repeat(app, place, { act: reportOpen, restMs: REPORT_EVERY_MS });
};

const reportOpen: Act = async (app) => report({ type: 'open', count: (await openRuns(app)).length });

const repeat = async (
  app: INestApplicationContext,
  place: ShopPlace,
  { act, restMs }: { readonly act: Act; readonly restMs: number },
): Promise<void> => {
  while (!place.isLeaving) {
    await act(app, place).catch((error: unknown) => {
      if (place.isLeaving) return;
      const cause = causeOf(error);
      const { name, message } = cause instanceof Error ? cause : { name: 'not an error', message: String(cause) };
      place.ledger.write({ type: 'error', doing: act.name, name, message });
    });
    await delay(place.chance.below(restMs));
  }
};

process.on('message', (job: ShopJob) => {
  live(job).catch((error: unknown) => {
    report({ type: 'failed', error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  });
});
// The program that started it is gone.
process.on('disconnect', () => process.exit());
