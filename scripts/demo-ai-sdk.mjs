// Plays a story of `streamText` of the AI SDK whose tool calls pass the gate, without a key and without a server. Builds
// the demo first if a source has changed since the last build.
import { execFileSync } from 'node:child_process';

execFileSync(process.execPath, ['scripts/build-demo.mjs'], { stdio: 'inherit' });
await import('../dist/apps/demo/ai-sdk/main.js');
