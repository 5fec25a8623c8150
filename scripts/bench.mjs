// Builds the package and its benchmarks, and runs them against the build: all, or those named, such as `tool-search`.
import { execFileSync } from 'node:child_process';

const node = (...args) => execFileSync(process.execPath, args, { stdio: 'inherit' });
const named = process.argv.slice(2).filter((name) => !name.startsWith('-'));
const options = process.argv.slice(2).filter((option) => option.startsWith('-'));

node('scripts/build.mjs');
node('node_modules/typescript/bin/tsc', '-p', 'benchmarks/tsconfig.json');
for (const name of named.length > 0 ? named : ['index', 'tool-search', 'observability'])
  node('--expose-gc', `dist/benchmarks/${name}.js`, ...options);
