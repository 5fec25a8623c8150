import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { startServer } from './postgres/start-server.js';
import { printWaking } from './postgres/waking.js';
import { printWrites } from './postgres/writes.js';

Logger.overrideLogger(['error', 'warn']);

/** The parts, each on a database of its own. `--only=writes` measures one of them. */
const PARTS = { writes: printWrites, waking: printWaking };

const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length);
const { makeDatabase, stop } = await startServer();
for (const [name, print] of Object.entries(PARTS)) {
  if (only === undefined || only === name) await print(await makeDatabase(name));
}
await stop();
