import { isFinal } from '../records/stored-approval.js';
import type { RunState, StoredRun } from '../records/stored-run.js';

/** Whether a run has ended, and its conversation has received the results of its tools. */
export const isOver = ({ status, closing, lease, slots }: StoredRun): boolean =>
  (status === 'completed' || status === 'failed' || status === 'cancelled') &&
  closing === undefined &&
  lease === undefined &&
  slots.every(({ state }) => state === 'ready' || state === 'done');

/** Returns when a run ended; undefined while it is open, or while the outcome of a call of it is unknown. */
export const endedAt = ({ run, approvals }: RunState): number | undefined =>
  isOver(run) && approvals.every(({ status }) => isFinal(status)) ? (run.endedAt ?? run.updatedAt) : undefined;
