import { existsSync, mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { sourcePlugin, sourceResolution } from './source-plugin.js';

/** The programs that tests start in processes of their own. */
const PROGRAMS = [
  'apps/demo/src/main',
  'apps/demo/src/ai-sdk/main',
  'apps/demo/src/cluster/main',
  'apps/demo/src/warehouse/main',
  'test/bullmq/work-on-jobs',
  'test/remote/killed-application.fixture',
  'test/sql/append-turns',
  'test/sql/close-early',
  'test/sql/die-before-delivery',
  'test/sql/hold-file',
  'test/sql/hold-run',
  'test/sql/load-desk',
  'test/sql/read-damaged',
] as const;

let compiling: Promise<unknown> | undefined;

/**
 * Returns the path of a program that Node runs without a loader, in half of the time. The first test of a worker that
 * needs one compiles all of them, into the temporary folder of the test run.
 */
export const compiledProgram = async (program: (typeof PROGRAMS)[number]): Promise<string> => {
  const folder = join(tmpdir(), `programs-${process.env['VITEST_POOL_ID'] ?? process.pid}`);
  if (!existsSync(folder)) await (compiling ??= compileInto(folder));
  return join(folder, `${program}.mjs`);
};

const compileInto = async (folder: string): Promise<void> => {
  const unfinished = `${folder}-unfinished`;
  mkdirSync(unfinished, { recursive: true });
  symlinkSync(resolve('node_modules'), join(unfinished, 'node_modules'));
  const bundle = await rolldown({
    input: Object.fromEntries(PROGRAMS.map((program) => [program, resolve(`${program}.ts`)])),
    platform: 'node',
    plugins: [sourcePlugin],
    resolve: sourceResolution,
    // Every package.
    external: /^(?!toolgate|#|\.|\/)/,
    treeshake: false,
    logLevel: 'silent',
  });
  const names = { entryFileNames: '[name].mjs', chunkFileNames: 'shared/[name]-[hash].mjs' };
  await bundle.write({ dir: unfinished, format: 'es', keepNames: true, ...names });
  await bundle.close();
  renameSync(unfinished, folder);
};
