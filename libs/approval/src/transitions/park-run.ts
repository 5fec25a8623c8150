import { RunConflictException } from '../errors/approval.errors.js';
import { addAttempt } from './add-attempt.js';
import { type Draft, addEvent, setRun } from './draft.js';
import { loseCalls } from './pass-time.js';

/** Why a run is parked. */
const DEADLINE_PASSED = 'No attempt to resume it succeeded before its deadline';

/** Parks a run whose last attempt failed now: no worker resumes it until a person retries or cancels it. */
export const parkRun = (draft: Draft, error: string): void => {
  const { failures, lease } = draft.run;
  setRun(draft, {
    status: 'suspended',
    lease: undefined,
    failures: failures + 1,
    retryAt: undefined,
    error,
    attempts: addAttempt(draft, error),
    parked: { at: draft.now, reason: DEADLINE_PASSED },
  });
  // A body that was started may still run, and its process may report its outcome.
  loseCalls(draft, lease?.until);
  addEvent(draft, 'PARKED', { data: { reason: DEADLINE_PASSED, error } });
};

/** Makes a parked run due now, with a new deadline. Throws `RunConflictException` for a run that is not parked. */
export const retryRun = (draft: Draft, by?: string): void => {
  const { id, parked, retryAt = draft.now, slots } = draft.run;
  if (!parked) throw new RunConflictException(id, 'is not parked. Read the run again');
  const isUnknown = slots.some(({ state }) => state === 'unknown');
  setRun(draft, {
    parked: undefined,
    failures: 0,
    retriedAt: draft.now,
    retryAt: isUnknown ? Math.max(draft.now, retryAt) : draft.now,
  });
  addEvent(draft, 'RETRIED', by === undefined ? {} : { by });
};

/** Makes a run due now if a failed attempt has delayed its next one. */
export const makeDue = (draft: Draft): void => {
  const { lease, retryAt, slots } = draft.run;
  if (lease || retryAt === undefined || retryAt <= draft.now) return;
  // Until `retryAt`, the unknown call may still run in a process that has lost the run.
  if (slots.some(({ state }) => state === 'unknown')) return;
  setRun(draft, { retryAt: draft.now });
};
