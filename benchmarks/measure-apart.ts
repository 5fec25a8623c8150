import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Compared } from './compare.js';

/** Measures a row in a process of its own, so that the code which other rows ran does not change how V8 compiles it. */
export const measureApart = (program: URL, ...row: readonly string[]): Compared =>
  JSON.parse(execFileSync(process.execPath, [fileURLToPath(program), ...row], { encoding: 'utf8' })) as Compared;
