// Starts the demo in this process. Builds the package and the demo first if a source has changed since the last build.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fingerprintOf } from './fingerprint.mjs';

const FOLDERS = ['libs', 'apps/demo/src', 'apps/inbox'];
const FILES = [
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'scripts/build.mjs',
  'scripts/build-inbox.mjs',
];
const PROJECT = 'apps/demo/tsconfig.app.json';
const STAMP = 'dist/demo.stamp';

const isBuilt = (sources) => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources;

const build = (sources) => {
  console.log('Building the package and the demo. This takes about half a minute, after a change only.');
  const node = (...args) => execFileSync(process.execPath, args, { stdio: 'inherit' });
  node('scripts/build.mjs');
  node('scripts/build-inbox.mjs');
  node('node_modules/typescript/bin/tsc', '-p', PROJECT);
  writeFileSync(STAMP, sources);
};

const sources = fingerprintOf([...FILES, PROJECT], FOLDERS);
if (!isBuilt(sources)) build(sources);
console.log(`Starting the demo. Its inbox: http://localhost:${process.env.PORT || 3000}/approvals/inbox`);
await import('../dist/apps/demo/main.js');
