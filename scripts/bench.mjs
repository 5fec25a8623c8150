// Builds the package and its benchmarks, and runs them against the build.
import { execFileSync } from 'node:child_process';

const node = (...args) => execFileSync(process.execPath, args, { stdio: 'inherit' });

node('scripts/build.mjs');
node('node_modules/typescript/bin/tsc', '-p', 'benchmarks/tsconfig.json');
node('--expose-gc', 'dist/benchmarks/index.js', ...process.argv.slice(2));
