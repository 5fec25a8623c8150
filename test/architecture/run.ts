import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

const TIMEOUT_MS = 180_000;

/** The folder in which a program runs, and what its environment contains besides that of this process. */
export interface RunPlace {
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a program in a folder and returns its output; if it fails, the error contains its output. */
export const run = (folder: string, program: string, ...args: readonly string[]): Promise<string> =>
  runAt({ folder }, program, ...args);

/** Runs a program as `run` does, with additional variables in its environment. */
export const runAt = async (
  { folder, env }: RunPlace,
  program: string,
  ...args: readonly string[]
): Promise<string> => {
  const options = { cwd: folder, env: { ...process.env, ...env }, maxBuffer: 2 ** 26, timeout: TIMEOUT_MS };
  try {
    const { stdout } = await execute(program, args, options);
    return stdout;
  } catch (cause) {
    const { stdout = '', stderr = '', killed } = cause as { stdout?: string; stderr?: string; killed?: boolean };
    const end = killed ? `did not end within ${TIMEOUT_MS / 1000} s` : 'failed';
    throw new Error(`${[program, ...args].join(' ')} ${end}.\n${stdout}${stderr}`, { cause });
  }
};
