import type { BatchJournal } from '../contract/batch-journal.js';
import type { Slot } from './slot.js';

/** Sets the saved state of each slot's call: its result, or the decision that it resumes from. */
export const takeSaved = (slots: readonly Slot[], { saved: calls = [] }: BatchJournal): readonly Slot[] => {
  for (const saved of calls) {
    const slot = slots[saved.index];
    if (!slot) continue;
    slot.saved = saved;
    slot.result = saved.result;
  }
  return slots;
};
