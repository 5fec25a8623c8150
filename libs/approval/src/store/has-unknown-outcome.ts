import type { StoredRun } from '../records/stored-run.js';

/** Returns whether the outcome of a call of a run is unknown. A damaged run may have no calls. */
export const hasUnknownOutcome = ({ slots }: StoredRun): boolean =>
  Array.isArray(slots) && slots.some((slot: StoredRun['slots'][number] | null) => slot?.state === 'unknown');
