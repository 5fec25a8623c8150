import { RunConflictException } from '../errors/approval.errors.js';
import type { Draft } from './draft.js';

/** Throws `RunConflictException` if the outcome of a call of the batch is unknown: the run must not move past it. */
export const assertCallsKnown = ({ run: { id, slots } }: Draft): void => {
  if (!slots.some(({ state }) => state === 'started' || state === 'unknown')) return;
  throw new RunConflictException(
    id,
    'has a call whose outcome is unknown. Report it with ApprovalService.runs.reconcile() first',
  );
};
