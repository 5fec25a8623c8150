import { isFinal } from '../records/stored-approval.js';
import { type RunState, type StoredRun, isOpen } from '../records/stored-run.js';

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

/** Returns when a run ended; undefined while it is open, or while the outcome of a call of it is unknown. */
export const endedAt = ({ run, approvals }: RunState): number | undefined =>
  isOver(run) && approvals.every(({ status }) => isFinal(status)) ? (run.endedAt ?? run.updatedAt) : undefined;
