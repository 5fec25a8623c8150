// Builds the page of the inbox into dist/inbox, if a source of it has changed since the last build. Several processes may
// run this at once: one builds, and the others wait.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fingerprintOf } from './fingerprint.mjs';

const FOLDER = 'dist/inbox';
const STAMP = 'dist/inbox.stamp';
const LOCK = 'dist/inbox.lock';

const FILES = ['package-lock.json', 'tsconfig.json', 'scripts/build-inbox.mjs'];
const FOLDERS = ['apps/inbox', 'libs/http/src/client'];

const isBuilt = (sources) =>
  existsSync(join(FOLDER, 'index.html')) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources;

const isRunning = (process_) => {
  try {
    return process.kill(process_, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** Creates the lock, or returns false if another process has it. Removes the lock of a process that has died. */
const lock = () => {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  try {
    if (!isRunning(Number(readFileSync(LOCK, 'utf8')))) rmSync(LOCK, { force: true });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  return false;
};

/** The texts that an application may replace, by their keys. A text with a value in it is a function. */
const replaceable = (texts, path = '') =>
  Object.entries(texts).flatMap(([name, text]) => {
    if (typeof text === 'string') return [[path + name, text]];
    return typeof text === 'object' ? replaceable(text, `${path}${name}.`) : [];
  });

const build = async () => {
  // Vite builds for this environment. Vitest sets another one, in which libraries contain additional checks.
  process.env.NODE_ENV = 'production';
  const { build, runnerImport } = await import('vite');
  const outDir = resolve(`${FOLDER}-${process.pid}`);
  await build({ configFile: 'apps/inbox/vite.config.ts', logLevel: 'warn', build: { outDir } });
  const { module } = await runnerImport(resolve('apps/inbox/src/texts/en.ts'));
  writeFileSync(join(outDir, 'texts.json'), JSON.stringify(Object.fromEntries(replaceable(module.en)), null, 2));
  rmSync(FOLDER, { recursive: true, force: true });
  renameSync(outDir, FOLDER);
};

const sources = fingerprintOf(FILES, FOLDERS);
mkdirSync('dist', { recursive: true });
while (!isBuilt(sources)) {
  if (!lock()) {
    await delay(100);
    continue;
  }
  try {
    if (isBuilt(sources)) break;
    await build();
    writeFileSync(STAMP, sources);
  } finally {
    rmSync(LOCK, { force: true });
  }
}
