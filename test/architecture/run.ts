import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Runs a program in a folder and gives what it printed; where it fails, the error says all it printed. */
export const run = async (folder: string, program: string, ...args: readonly string[]): Promise<string> => {
  try {
    const { stdout } = await execute(program, args, { cwd: folder, maxBuffer: 2 ** 26 });
    return stdout;
  } catch (cause) {
    const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string };
    throw new Error(`${[program, ...args].join(' ')} failed.\n${stdout}${stderr}`, { cause });
  }
};
