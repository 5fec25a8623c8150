import type { BatchCheckpoints } from '../batch-checkpoints.js';
import type { Slot } from './slot.js';

/** Gives slots what is kept of their calls: the results of those that are answered, and what the others go on from. */
export const takeKept = (slots: readonly Slot[], { kept: calls = [] }: BatchCheckpoints): readonly Slot[] => {
  for (const kept of calls) {
    const slot = slots[kept.index];
    if (!slot) continue;
    slot.kept = kept;
    slot.result = kept.result;
  }
  return slots;
};
