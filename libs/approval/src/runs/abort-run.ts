import type { TurnOperator } from 'toolgate/chat';
import { RunConflictException, RunNotFoundException } from '../errors/approval.errors.js';
import type { Approver } from '../requester/requester.js';

/** Cancels runs as a person. */
export interface CancelableRuns {
  cancel(id: string, by: Approver, reason: string): Promise<unknown>;
}

/**
 * Cancels a run as a person, unless it has ended. Returns `false` if the person sees no run of this id. Throws
 * `RunOperationException` if the person may not cancel it.
 */
export const abortRun = async (runs: CancelableRuns, id: string, by: TurnOperator): Promise<boolean> => {
  try {
    await runs.cancel(id, by as Approver, 'it was aborted');
  } catch (error) {
    if (error instanceof RunNotFoundException) return false;
    if (!(error instanceof RunConflictException)) throw error;
  }
  return true;
};
