// Starts three instances of the demo on a PostgreSQL of their own, and plays a story on them. Builds the demo first if a
// source has changed since the last build.
import { execFileSync } from 'node:child_process';

execFileSync(process.execPath, ['scripts/build-demo.mjs'], { stdio: 'inherit' });
await import('../dist/apps/demo/cluster/main.js');
