// Starts the demo, and starts it again after it was killed. Builds the package and the demo first if a source has changed
// since the last build.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fingerprintOf } from './fingerprint.mjs';

const FOLDERS = ['libs', 'apps/demo/src', 'apps/demo-page', 'apps/inbox'];
const FILES = [
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'scripts/build.mjs',
  'scripts/build-inbox.mjs',
  'scripts/build-demo-page.mjs',
];
const PROJECT = 'apps/demo/tsconfig.app.json';
const STAMP = 'dist/demo.stamp';

const isBuilt = (sources) => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources;

const build = (sources) => {
  console.log('Building the package and the demo. This takes about half a minute, after a change only.');
  const node = (...args) => execFileSync(process.execPath, args, { stdio: 'inherit' });
  node('scripts/build.mjs');
  node('scripts/build-inbox.mjs');
  node('scripts/build-demo-page.mjs');
  node('node_modules/typescript/bin/tsc', '-p', PROJECT);
  writeFileSync(STAMP, sources);
};

let running;

const start = () => {
  running = spawn(process.execPath, ['dist/apps/demo/main.js'], { stdio: 'inherit' });
  running.on('exit', (code, signal) => {
    if (signal !== 'SIGKILL') process.exit(code ?? 1);
    console.log('The demo was killed. Starting it again.');
    start();
  });
};

const sources = fingerprintOf([...FILES, PROJECT], FOLDERS);
if (!isBuilt(sources)) build(sources);
const url = `http://localhost:${process.env.PORT || 3000}`;
console.log(`Starting the demo. Its page: ${url}, its inbox alone: ${url}/approvals/inbox`);
start();
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => running.kill(signal));
