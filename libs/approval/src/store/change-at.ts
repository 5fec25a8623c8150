import type { RunState } from '../records/stored-run.js';
import type { ChangeRun, StoreChange } from './approval.store.js';

/**
 * Runs a change of a run. The time of the run never decreases, even if the clock is set back. Work and notices that are
 * due by this time are due by the clock too, because a store lists due work by its clock.
 */
export const changeAt = <T>(clock: number, state: RunState | undefined, change: ChangeRun<T>): StoreChange<T> => {
  const now = Math.max(clock, state?.run.updatedAt ?? clock);
  const written = change(state, now);
  const { run, notices } = written;
  if (now === clock || !run) return written;
  const isDue = run.dueAt !== undefined && run.dueAt <= now;
  return {
    ...written,
    run: isDue ? { ...run, dueAt: Math.min(run.dueAt, clock) } : run,
    ...(notices && { notices: notices.map((notice) => ({ ...notice, at: Math.min(notice.at, clock) })) }),
  };
};
