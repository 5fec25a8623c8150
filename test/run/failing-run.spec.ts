import { execFile } from 'node:child_process';
import { expect, it } from 'vitest';

const ARGUMENTS = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/run/failing.config.ts'];

it('a test run with a failed test ends with an error, so that a job ends with it too', async () => {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')));
  const run = await new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile(process.execPath, ARGUMENTS, { env }, (error, output) => resolve({ code: error?.code, output }));
  });
  expect(run.output).toContain('1 failed');
  expect(run.code).toBe(1);
}, 60_000);
