import { RunNotFoundException } from '../errors/approval.errors.js';
import type { ApprovalStore } from '../store/approval.store.js';
import { assertOver, forgetRun } from '../transitions/remove-content.js';
import type { ApprovalTimes } from './run-times.js';
import { changeRun } from './store-calls.js';

/** The store, and the person who removes the content. */
export interface Forgetting {
  readonly store: ApprovalStore;
  readonly times: ApprovalTimes;
  readonly by: string;
}

/**
 * Removes the content of an ended run, and of the runs that were inside its calls: these contain data that the run
 * passed to them. Throws `RunConflictException` for a run that has not ended.
 */
export const forgetRuns = async (id: string, forgetting: Forgetting): Promise<void> => {
  const { store, times, by } = forgetting;
  await changeRun(store, id, times, ({ run }) => assertOver(run));
  for (const inner of await runsInside(id, store)) {
    await forgetRuns(inner, forgetting).catch((error: unknown) => {
      // The records of the inner run were already deleted.
      if (!(error instanceof RunNotFoundException)) throw error;
    });
  }
  // The outer run comes last, so that a second call repeats a removal that failed inside.
  await changeRun(store, id, times, (draft) => forgetRun(draft, by));
};

// The events are read, because the run itself lists only the inner runs of its last batch.
const runsInside = async (id: string, store: ApprovalStore): Promise<readonly string[]> =>
  (await store.events(id)).flatMap(({ type, data }) => {
    const inner = type === 'INNER_ENDED' ? data?.['innerRun'] : undefined;
    return typeof inner === 'string' ? [inner] : [];
  });
