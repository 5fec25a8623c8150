// Starts the second process of the demo, whose calls are decided at the door of the first one. `npm run demo` runs in
// another terminal: npm run demo:remote -- "office chair" 2
import { execFileSync, spawn } from 'node:child_process';

execFileSync(process.execPath, ['scripts/build-demo.mjs'], { stdio: 'inherit' });
const child = spawn(process.execPath, ['dist/apps/demo/warehouse/main.js', ...process.argv.slice(2)], {
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
