import { type StoredRun, isOpen } from '../records/stored-run.js';

/** Whether a run has ended, and the call around its turn has not received the outcome yet. */
export const owesAnswer = (run: StoredRun): boolean =>
  run.parent !== undefined && !run.parent.isAnswered && !isOpen(run);

/**
 * Whether a run has ended, its conversation has received the results of its tools, and the call around its turn has
 * received the outcome.
 */
export const isOver = (run: StoredRun): boolean => {
  const { status, closing, lease, slots } = run;
  return (
    (status === 'completed' || status === 'failed' || status === 'cancelled') &&
    closing === undefined &&
    lease === undefined &&
    !owesAnswer(run) &&
    slots.every(({ state }) => state === 'ready' || state === 'done')
  );
};

/**
 * Returns when a run ended; undefined while it is open. A call of an ended run may keep an unknown outcome for good: only
 * the process that ran its body can still report it.
 */
export const endedAt = (run: StoredRun): number | undefined =>
  isOver(run) ? (run.endedAt ?? run.updatedAt) : undefined;
