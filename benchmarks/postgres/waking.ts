import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Report } from './other-process.js';
import { startInstance, type Waking } from './start-instance.js';
import { printRow, printTable } from '../table.js';

const GRACE = { id: 'grace' };
const OTHER = fileURLToPath(new URL('other-process.js', import.meta.url));
/** A decision with the timer alone takes seconds. */
const ROUNDS: Readonly<Record<Waking, number>> = { timer: 12, postgres: 40 };

const now = (): number => performance.timeOrigin + performance.now();

/** The times in milliseconds until another process starts a body, and until it reads a change. */
const measure = async (connectionString: string, waking: Waking) => {
  const { app, chat, approvals } = await startInstance(connectionString, waking, { worker: false });
  const other = fork(OTHER, [connectionString, waking]);
  const reported = async (what: Report['what']): Promise<number> => {
    for (;;) {
      const [report] = (await once(other, 'message')) as [Report];
      if (report.what === what) return report.at;
    }
  };
  await reported('ready');
  const bodies: number[] = [];
  const changes: number[] = [];
  for (let round = 0; round < ROUNDS[waking]; round++) {
    // The instances are idle before each round, and not always for as long.
    await delay(100 + 37 * (round % 7));
    const isRead = waking === 'postgres' ? reported('change') : undefined;
    const outcome = await chat.prompt('Refund A-1').call().outcome();
    const savedAt = now();
    if (outcome.status !== 'suspended') throw new Error('It must wait.');
    if (isRead) changes.push((await isRead) - savedAt);
    const hasStarted = reported('body');
    const decidedAt = now();
    for (const { id, revision, argsHash } of outcome.approvals)
      await approvals.decide(id, { decisionId: 'd', decision: 'approve', revision, argsHash }, GRACE);
    bodies.push((await hasStarted) - decidedAt);
  }
  other.disconnect();
  await once(other, 'exit');
  await app.close();
  return { bodies, changes };
};

const at = (times: readonly number[], share: number): string => {
  const sorted = times.toSorted((a, b) => a - b);
  const time = sorted[Math.floor(share * (sorted.length - 1))];
  // The saving process may go on after the other one has read the change.
  return time === undefined ? '–' : Math.max(0, time).toFixed(1);
};

/** Prints how long work and changes take to reach another process. */
export const printWaking = async (connectionString: string): Promise<void> => {
  const timer = await measure(connectionString, 'timer');
  const postgres = await measure(connectionString, 'postgres');
  printTable('Two idle processes on one PostgreSQL', [
    'milliseconds',
    'timer, median',
    'timer, 90 %',
    'PostgresModule, median',
    'PostgresModule, 90 %',
  ]);
  for (const [what, kind] of [
    ['from a decision to the body in another process', 'bodies'],
    ['from a saved change to a reader in another process', 'changes'],
  ] as const) {
    printRow([what, ...[timer, postgres].flatMap((times) => [at(times[kind], 0.5), at(times[kind], 0.9)])]);
  }
};
