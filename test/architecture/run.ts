import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

const TIMEOUT_MS = 180_000;

/** Runs a program in a folder and returns its output; if it fails, the error contains its output. */
export const run = async (folder: string, program: string, ...args: readonly string[]): Promise<string> => {
  try {
    const { stdout } = await execute(program, args, { cwd: folder, maxBuffer: 2 ** 26, timeout: TIMEOUT_MS });
    return stdout;
  } catch (cause) {
    const { stdout = '', stderr = '', killed } = cause as { stdout?: string; stderr?: string; killed?: boolean };
    const end = killed ? `did not end within ${TIMEOUT_MS / 1000} s` : 'failed';
    throw new Error(`${[program, ...args].join(' ')} ${end}.\n${stdout}${stderr}`, { cause });
  }
};
