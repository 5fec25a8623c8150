import { setTimeout as delay } from 'node:timers/promises';
import { printRow, printTable } from '../table.js';
import { forkOthers } from './fork-others.js';
import type { Report } from './other-process.js';
import { now, startInstance, type Waking } from './start-instance.js';

/** A decision with the timer alone takes seconds. */
const ROUNDS: Readonly<Record<Waking, number>> = { timer: 8, postgres: 40, bullmq: 40 };

/** The times in milliseconds until another process starts a body, reads a change, and reads a chunk. */
const measure = async (connectionString: string, waking: Waking) => {
  const { app, chat, suspend, approve } = await startInstance({ connectionString, waking, worker: false });
  const [other] = await forkOthers(1, connectionString, { waking });
  const bodies: number[] = [];
  const changes: number[] = [];
  for (let round = 0; round < ROUNDS[waking]; round++) {
    // The instances are idle before each round, for a varying time.
    await delay(100 + 37 * (round % 7));
    const isRead = waking === 'postgres' ? other!.next('change') : undefined;
    const turn = await suspend();
    const savedAt = now();
    if (isRead) changes.push((await isRead).at - savedAt);
    const hasStarted = other!.next('body');
    const decidedAt = now();
    await approve(turn);
    bodies.push((await hasStarted).at - decidedAt);
  }
  const chunks: number[] = [];
  other!.child.on('message', ({ what, ms }: Report) => void (what === 'chunk' && chunks.push(ms!)));
  const turn = chat.prompt('Tell me the time').stream().live();
  await turn.opened;
  other!.child.send(turn.runId);
  await turn.outcome();
  await delay(500);
  await other!.stop();
  await app.close();
  return { bodies, changes, chunks };
};

const at = (times: readonly number[], share: number): string => {
  const sorted = times.toSorted((a, b) => a - b);
  const time = sorted[Math.floor(share * (sorted.length - 1))];
  // The process that saves may continue after the other one has read the change.
  return time === undefined ? '–' : Math.max(0, time).toFixed(1);
};

/** Prints how long work, changes and chunks take to reach another process. */
export const printWaking = async (connectionString: string): Promise<void> => {
  const measured = [];
  for (const waking of ['timer', 'postgres', 'bullmq'] as const) measured.push(await measure(connectionString, waking));
  const names = ['timer', 'PostgresModule', 'BullMqModule'];
  const columns = names.flatMap((name) => [`${name}, median`, `${name}, 90 %`]);
  printTable('Two idle processes on one PostgreSQL', ['milliseconds', ...columns]);
  for (const [what, kind] of [
    ['from a decision to the body in another process', 'bodies'],
    ['from a saved change to a reader in another process', 'changes'],
    ['from a chunk of the model to a reader in another process', 'chunks'],
  ] as const) {
    printRow([what, ...measured.flatMap((times) => [at(times[kind], 0.5), at(times[kind], 0.9)])]);
  }
};
