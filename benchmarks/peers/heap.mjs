// Measures the heap that 1,000 waiting turns of one library hold: node --expose-gc heap.mjs <library>
import { setImmediate, setTimeout } from 'node:timers/promises';
import { gate } from './script.mjs';

const TURNS = 1000;

const { start } = await import(`./libraries/${process.argv[2]}.mjs`);

const used = () => {
  for (let times = 0; times < 3; times++) globalThis.gc();
  return process.memoryUsage().heapUsed;
};

const settle = async () => {
  for (let turn = 0; turn < 100; turn++) await setImmediate();
  await setTimeout(500);
};

const heldBy = async (turn) => {
  await Promise.all(Array.from({ length: TURNS }, turn));
  await settle();
  const before = used();
  gate.close();
  const turns = Array.from({ length: TURNS }, turn);
  await settle();
  const held = used() - before;
  gate.release();
  await Promise.all(turns);
  return held;
};

const { call, stream } = await start(1);
console.log(JSON.stringify({ call: await heldBy(call), stream: await heldBy(stream) }));
