import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { printFleets } from './postgres/fleets.js';
import { printReads } from './postgres/reads.js';
import { startServer } from './postgres/start-server.js';
import { printWaking } from './postgres/waking.js';
import { printWrites } from './postgres/writes.js';

Logger.overrideLogger(['error', 'warn']);

const { makeDatabase, stop } = await startServer();

/** The parts, each on databases of its own. `--only=writes` measures one of them. */
const PARTS = {
  writes: async () => printWrites(await makeDatabase('writes')),
  reads: async () => printReads([await makeDatabase('few'), await makeDatabase('many')]),
  waking: async () => printWaking(await makeDatabase('waking')),
  fleets: async () => printFleets(await makeDatabase('fleets')),
};

const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length);
for (const [name, print] of Object.entries(PARTS)) if (only === undefined || only === name) await print();
await stop();
