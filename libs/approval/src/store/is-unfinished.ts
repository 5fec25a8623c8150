import type { StoredRun } from '../records/stored-run.js';

/**
 * Returns whether a run is suspended or resuming, or has ended and its conversation has not received the results of its
 * tools.
 */
export const isUnfinished = ({ status, closing }: StoredRun): boolean =>
  status === 'suspended' || status === 'resuming' || closing !== undefined;
