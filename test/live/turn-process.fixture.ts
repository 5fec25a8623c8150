import { fork } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileSources } from '../approval/crash-matrix/compile-sources.fixture.js';
import type { TurnJob } from './process/run-turn.js';

/** A process that runs a live turn. */
export interface TurnProcess {
  /** The id of the turn that it started. */
  readonly runId: string;
  /** What it reported since, such as `refunded`. */
  readonly reports: readonly string[];
  /** Ends it at once, as a lost machine does. */
  kill(): Promise<void>;
}

let compiled: Promise<string> | undefined;

/** Compiles the program once for all spec files. Its folder is removed together with that of the test run. */
const compileTurn = (): Promise<string> =>
  (compiled ??= compileSources(join(tmpdir(), 'toolgate-turns'), 'test/live/process', 'run-turn.ts'));

/** Compiles the program of the processes. `start` starts one, and `close` ends all of them. */
export const turnProcesses = async () => {
  const program = await compileTurn();
  const started = new Set<TurnProcess>();

  const start = async (job: TurnJob): Promise<TurnProcess> => {
    const child = fork(program, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] });
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const reports: string[] = [];
    const ready = new Promise<string>((resolve, reject) => {
      child.on('message', (message: { readonly type: string; readonly runId?: string }) => {
        reports.push(message.type);
        if (message.type === 'ready') resolve(message.runId ?? '');
      });
      child.once('exit', () => reject(new Error('The process of the turn ended before it was ready.')));
    });
    child.send(job);
    const kill = (): Promise<void> => {
      child.kill('SIGKILL');
      return ended;
    };
    const turn: TurnProcess = { runId: await ready, reports, kill };
    started.add(turn);
    return turn;
  };

  const close = async (): Promise<void> => {
    for (const turn of started) await turn.kill();
  };
  return { start, close };
};
