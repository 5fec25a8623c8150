import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { compileShop } from './compile-shop.fixture.js';

// Compiles the sources and runs the long form from there, so that no compilation runs during the measured time.
const folder = mkdtempSync(join(tmpdir(), 'toolgate-chaos-program-'));
const program = await compileShop(folder);
const session = join(dirname(program), '../chaos-session.js');
const running = fork(session, [program, ...process.argv.slice(2)], { execArgv: ['--no-warnings'] });
const [code] = (await once(running, 'exit')) as [number | null];
rmSync(folder, { recursive: true, force: true });
process.exitCode = code ?? 1;
