import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileShop } from './compile-shop.fixture.js';

// Bundles the program of one process, and runs the long form in a process that has not loaded the bundler.
const folder = mkdtempSync(join(tmpdir(), 'toolgate-chaos-program-'));
const program = await compileShop(folder);
const running = fork('test/chaos/chaos-session.ts', [program, ...process.argv.slice(2)], {
  execArgv: ['--no-warnings', '--import', './test/sql/source-loader.mjs'],
});
const [code] = (await once(running, 'exit')) as [number | null];
rmSync(folder, { recursive: true, force: true });
process.exitCode = code ?? 1;
