// Starts the demo, and starts it again after it was killed. Builds the package and the demo first if a source has changed
// since the last build.
import { execFileSync, spawn } from 'node:child_process';

let running;

const start = () => {
  running = spawn(process.execPath, ['dist/apps/demo/main.js'], { stdio: 'inherit' });
  running.on('exit', (code, signal) => {
    if (signal !== 'SIGKILL') process.exit(code ?? 1);
    console.log('The demo was killed. Starting it again.');
    start();
  });
};

execFileSync(process.execPath, ['scripts/build-demo.mjs'], { stdio: 'inherit' });
const url = `http://localhost:${process.env.PORT || 3000}`;
console.log(`Starting the demo. Its page: ${url}, its inbox alone: ${url}/approvals/inbox`);
start();
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => running.kill(signal));
