// Builds the package and the demo into dist, if a source has changed since the last build.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fingerprintOf } from './fingerprint.mjs';

const FOLDERS = ['libs', 'apps/demo/src', 'apps/demo-page', 'apps/inbox'];
const PROJECT = 'apps/demo/tsconfig.app.json';
const FILES = [
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'scripts/build.mjs',
  'scripts/build-inbox.mjs',
  'scripts/build-demo-page.mjs',
  PROJECT,
];
const STAMP = 'dist/demo.stamp';

const sources = fingerprintOf(FILES, FOLDERS);
if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== sources) {
  console.log('Building the package and the demo. This takes about half a minute, after a change only.');
  const node = (...args) => execFileSync(process.execPath, args, { stdio: 'inherit' });
  node('scripts/build.mjs');
  node('scripts/build-inbox.mjs');
  node('scripts/build-demo-page.mjs');
  node('node_modules/typescript/bin/tsc', '-p', PROJECT);
  writeFileSync(STAMP, sources);
}
