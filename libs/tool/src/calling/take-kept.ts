import type { BatchCheckpoints } from '../contract/batch-checkpoints.js';
import type { Slot } from './slot.js';

/** Sets the saved state of each slot's call: its result, or the decision that it resumes from. */
export const takeKept = (slots: readonly Slot[], { kept: calls = [] }: BatchCheckpoints): readonly Slot[] => {
  for (const kept of calls) {
    const slot = slots[kept.index];
    if (!slot) continue;
    slot.kept = kept;
    slot.result = kept.result;
  }
  return slots;
};
