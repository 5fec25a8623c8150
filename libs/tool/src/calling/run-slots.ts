import { type PreparedSlot, waitsInside } from './slot.js';

/** Runs one slot; returns a promise only if something has to be awaited. */
type Run = (slot: PreparedSlot) => void | Promise<void>;

/** The most calls of a batch that run at the same time. */
const MAX_PARALLEL = 16;

/**
 * Runs slots, in parallel unless `alone` forbids it, and starts no more after the first error. Waits for the running ones,
 * so that no result is lost, and then throws the error. It starts no slot that must run after one that waits.
 */
export const runSlots = async (
  slots: readonly PreparedSlot[],
  run: Run,
  alone: (slot: PreparedSlot) => boolean,
): Promise<void> => {
  for (const group of groupsInOrder(slots, alone)) {
    await runGroup(group, run);
    if (group.some(waitsInside)) return;
  }
};

const groupsInOrder = (slots: readonly PreparedSlot[], alone: (slot: PreparedSlot) => boolean): PreparedSlot[][] => {
  const groups: PreparedSlot[][] = [];
  let open: PreparedSlot[] | undefined;
  for (const slot of slots) {
    if (open && !alone(slot)) open.push(slot);
    else groups.push([slot]);
    if (alone(slot)) open = undefined;
    else open ??= groups.at(-1);
  }
  return groups;
};

const runGroup = async (group: readonly PreparedSlot[], run: Run): Promise<void> => {
  let next = 0;
  const failures: unknown[] = [];
  const work = async (): Promise<void> => {
    while (next < group.length && failures.length === 0) {
      const slot = group[next++]!;
      try {
        await run(slot);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(MAX_PARALLEL, group.length) }, work));
  if (failures.length > 0) throw failures[0];
};
