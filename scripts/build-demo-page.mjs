// Builds the page of the demo into dist/demo-page, if a source of it has changed since the last build.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fingerprintOf } from './fingerprint.mjs';

const STAMP = 'dist/demo-page.stamp';
const FILES = ['package-lock.json', 'tsconfig.json', 'scripts/build-demo-page.mjs'];
const FOLDERS = ['apps/demo-page', 'apps/inbox/src/style', 'apps/inbox/src/parts'];

const sources = fingerprintOf(FILES, FOLDERS);
const isBuilt = existsSync('dist/demo-page/index.html') && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources;
if (!isBuilt) {
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  mkdirSync('dist', { recursive: true });
  await build({ configFile: 'apps/demo-page/vite.config.ts', logLevel: 'warn' });
  writeFileSync(STAMP, sources);
}
