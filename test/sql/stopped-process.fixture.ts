import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { compiledProgram } from '../run/compiled-program.js';

/** A process that is stopped while it changes a run. */
export interface StoppedProcess {
  /** Continues it; returns the outcome of its change. */
  wake(): Promise<string>;
  kill(): Promise<void>;
}

/** Starts a process, and waits until it holds the lock of a run and is stopped. */
export const stopInChange = async (
  connectionString: string,
  run: string,
  idleInTransactionTimeoutMs: number,
): Promise<StoppedProcess> => {
  const program = await compiledProgram('test/sql/hold-run');
  const args = [program, connectionString, run, String(idleInTransactionTimeoutMs)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => ((await lines.next()) as { value?: string }).value ?? 'nothing';
  if ((await next()) !== 'holds') throw new Error('The process ended before it held the run.');
  return {
    wake: () => {
      child.kill('SIGCONT');
      return next();
    },
    kill: () => ended(child),
  };
};

const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGKILL');
  await closed;
};
