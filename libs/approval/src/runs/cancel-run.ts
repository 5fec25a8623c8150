import { RunConflictException } from '../approval.errors.js';
import { assertCallsKnown } from '../transitions/assert-calls-known.js';
import type { Draft } from '../transitions/draft.js';
import { endRun } from '../transitions/end-run.js';

/** Cancels a run in which nothing is being done. Throws `RunConflictException` where something is, or where it has ended. */
export const cancelRun = (draft: Draft, reason: string, by?: string): void => {
  const { id, status } = draft.run;
  if (status === 'resuming') throw new RunConflictException(id, 'goes on at this moment, and cannot be cancelled');
  if (status !== 'suspended') throw new RunConflictException(id, 'has ended');
  assertCallsKnown(draft);
  endRun(draft, 'cancelled', reason, by);
};
