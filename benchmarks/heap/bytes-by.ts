import { setImmediate } from 'node:timers/promises';
import { getHeapSpaceStatistics } from 'node:v8';
import type { WaitingModel } from './waiting.model.js';

/** Turns of one kind, and the model that they call. */
export interface Turns {
  readonly model: WaitingModel;
  readonly start: () => Promise<unknown>;
}

const IN_FLIGHT = 1000;
const ALLOCATING = 2000;
const LEAVING = 4000;

/** Returns the bytes that a turn holds while it waits for the answer of the model in a round. */
export const heldBy =
  (round: number) =>
  async ({ model, start }: Turns): Promise<number> => {
    await runAll(IN_FLIGHT, start);
    const before = usedAfterCollection();
    model.hold(round);
    const turns = Array.from({ length: IN_FLIGHT }, start);
    await settled();
    const held = usedAfterCollection() - before;
    model.release();
    await Promise.all(turns);
    return held / IN_FLIGHT;
  };

/** Returns the bytes that a turn allocates from start to end. The young space is large enough for all of them. */
export const allocatedBy = async ({ start }: Turns): Promise<number> => {
  await runOneByOne(ALLOCATING, start);
  collect();
  const before = process.memoryUsage().heapUsed;
  await runOneByOne(ALLOCATING, start);
  const allocated = process.memoryUsage().heapUsed - before;
  collect();
  return allocated / ALLOCATING;
};

/** Returns the bytes that stay in the old space after a turn, where only a full collection frees them. */
export const leftInOldSpaceBy = async ({ start }: Turns): Promise<number> => {
  await runOneByOne(LEAVING, start);
  collect();
  const before = oldSpace();
  for (let batch = 0; batch < LEAVING / 100; batch++) {
    await runOneByOne(100, start);
    collectYoung?.({ type: 'minor' });
  }
  return Math.max(0, oldSpace() - before) / LEAVING;
};

const runAll = (count: number, start: Turns['start']): Promise<unknown> =>
  Promise.all(Array.from({ length: count }, start));

const runOneByOne = async (count: number, start: Turns['start']): Promise<void> => {
  for (let index = 0; index < count; index++) await start();
};

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await setImmediate();
};

const collect = (): void => {
  for (let index = 0; index < 3; index++) globalThis.gc?.();
};

const collectYoung = globalThis.gc as ((options: { readonly type: 'minor' }) => void) | undefined;

const usedAfterCollection = (): number => {
  collect();
  return process.memoryUsage().heapUsed;
};

const oldSpace = (): number =>
  getHeapSpaceStatistics()
    .filter(({ space_name: name }) => !name.startsWith('new_'))
    .reduce((sum, { space_used_size: size }) => sum + size, 0);
