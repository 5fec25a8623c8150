import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { compiledProgram } from '../run/compiled-program.js';

/** A child process that appends turns to the conversation `c` when the test starts it. */
export interface AppendingProcess {
  readonly child: ChildProcess;
  /** The turns that it has reported as committed. */
  readonly committed: readonly string[];
  go(): void;
  /** Settles at the end of the process; rejects with its output if it failed. */
  readonly end: Promise<void>;
}

/** Starts a process that appends `count` turns, `<name>-0` and so on, and waits until it is ready to append them. */
export const startAppending = async (
  url: string,
  name: string,
  count: number,
  told: (turn: string) => void = () => {},
): Promise<AppendingProcess> => {
  const program = await compiledProgram('test/sql/append-turns');
  const child = spawn(process.execPath, [program, url, name, String(count)], { stdio: ['pipe', 'pipe', 'pipe'] });
  const committed: string[] = [];
  let said = '';
  child.stderr.on('data', (chunk) => (said += String(chunk)));
  const end = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) =>
      code === 0 || signal === 'SIGKILL' ? resolve() : reject(new Error(`The process ${name} failed.\n${said}`)),
    );
  });
  const ready = new Promise<void>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line === 'ready') return resolve();
      committed.push(line);
      told(line);
    });
  });
  await Promise.race([ready, end]);
  return { child, committed, go: () => void child.stdin.write('go\n'), end };
};
