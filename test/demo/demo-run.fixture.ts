import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compiledProgram } from '../run/compiled-program.js';

/** A run of a command of the demo, from its sources. */
export interface DemoRun {
  /** Waits until the output contains the text, and returns the output. */
  prints(text: string): Promise<string>;
  end(signal: NodeJS.Signals): void;
  /** The exit code and the whole output. */
  readonly result: Promise<{ readonly code: unknown; readonly output: string }>;
  /** The files that are left in the temporary folder of the run. */
  leftFiles(): readonly string[];
}

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-demo-test-'));
  // PostgreSQL runs as another user if the tests run as root.
  chmodSync(folder, 0o755);
  return folder;
};

/** Starts `main.ts` of a folder of the demo, with a temporary folder of its own. */
export const startDemo = async (
  folder: 'ai-sdk' | 'cluster',
  options: readonly string[] = [],
  TMPDIR = newFolder(),
): Promise<DemoRun> => {
  const program = await compiledProgram(`apps/demo/src/${folder}/main`);
  const child = spawn(process.execPath, [program, ...options], {
    // No machine has this locale, and the programs need none.
    env: { ...process.env, TMPDIR, NO_COLOR: '1', LC_ALL: 'xx_XX.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const exit = once(child, 'exit');
  const prints = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => void (output.includes(text) && resolve(output));
      child.stdout.on('data', look);
      void exit.then(() => reject(new Error(`The command ended without printing "${text}". It printed:\n${output}`)));
      look();
    });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const result = exit.then(([code]) => ({ code, output }));
  return { prints, end: (signal) => void child.kill(signal), result, leftFiles: () => readdirSync(TMPDIR) };
};
