// Starts the demo in this process. Builds the package and the demo first if a source has changed since the last build.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['libs', 'apps/demo/src'];
const FILES = ['package-lock.json', 'tsconfig.json', 'tsconfig.build.json', 'scripts/build.mjs'];
const PROJECT = 'apps/demo/tsconfig.app.json';
const STAMP = 'dist/demo.stamp';

const sourcesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(spec|fixture)\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();

const fingerprint = () => {
  const hash = createHash('sha256');
  for (const file of [...FILES, PROJECT, ...FOLDERS.flatMap(sourcesIn)]) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
};

const isBuilt = (sources) => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources;

const build = (sources) => {
  console.log('Building the package and the demo. This takes about half a minute, after a change only.');
  const node = (...args) => execFileSync(process.execPath, args, { stdio: 'inherit' });
  node('scripts/build.mjs');
  node('node_modules/typescript/bin/tsc', '-p', PROJECT);
  writeFileSync(STAMP, sources);
};

const sources = fingerprint();
if (!isBuilt(sources)) build(sources);
console.log('Starting the demo.');
await import('../dist/apps/demo/main.js');
