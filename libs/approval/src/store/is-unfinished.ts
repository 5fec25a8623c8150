import { type StoredRun, isOpen } from '../records/stored-run.js';

/**
 * Returns whether a run is suspended or resuming, or has ended and its conversation has not received the results of its
 * tools.
 */
export const isUnfinished = (run: StoredRun): boolean => isOpen(run) || run.closing !== undefined;

/** Returns whether the outcome of a call of a run is unknown. A damaged run may have no calls. */
export const hasUnknownOutcome = ({ slots }: StoredRun): boolean =>
  Array.isArray(slots) && slots.some((slot: StoredRun['slots'][number] | null) => slot?.state === 'unknown');
