import { execFile } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { createFolderOnce } from '../../run/create-folder-once.js';
import { sourcePlugin, sourceResolution } from '../../run/source-plugin.js';

const HERE = 'test/approval/crash-matrix';

/** Packages with a native part, packages that a test patches or that find their files, and optional ones. */
const EXTERNAL =
  /^(libsql|pg|bullmq|ioredis|class-validator|class-transformer|@opentelemetry\/api|@nestjs\/(microservices|websockets|platform-\w+))(\/|$)/;

/** Runs the bundle with the code that V8 compiled for the process before. */
const PROGRAM = `
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { wrap } = require('node:module');
const { Script } = require('node:vm');
const [filename, cache] = [__dirname + '/bundle.cjs', __dirname + '/bundle.cache'];
const cachedData = existsSync(cache) ? readFileSync(cache) : undefined;
const script = new Script(wrap(readFileSync(filename, 'utf8')), { filename, cachedData });
// Without a parent it only prepares the cache.
const isFirst = process.send === undefined;
if (isFirst) process.send = () => true;
script.runInThisContext()(exports, require, module, filename, __dirname);
if (isFirst) {
  writeFileSync(cache, script.createCachedData());
  process.exit();
}
`;

/**
 * Bundles the program `of` with everything that it imports into a folder, unless it exists, and returns its path. A
 * process is started for each crash, and starts in less than half of the time from one file.
 */
export const compileSources = async (folder: string, of = HERE, program = 'tell-story.ts'): Promise<string> => {
  await createFolderOnce(folder, (unfinished) => compileInto(unfinished, resolve(of, program)));
  return join(folder, 'program.cjs');
};

const compileInto = async (folder: string, input: string): Promise<void> => {
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const bundle = await rolldown({
    input,
    platform: 'node',
    plugins: [sourcePlugin],
    resolve: sourceResolution,
    external: EXTERNAL,
    treeshake: false,
    logLevel: 'silent',
  });
  await bundle.write({
    file: join(folder, 'bundle.cjs'),
    format: 'cjs',
    keepNames: true,
    codeSplitting: false,
    // Code from the cache cannot call import().
    dynamicImportInCjs: false,
  });
  await bundle.close();
  const path = join(folder, 'program.cjs');
  writeFileSync(path, PROGRAM);
  await promisify(execFile)(process.execPath, [path]);
};
