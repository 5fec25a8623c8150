import { RunConflictException } from '../approval.errors.js';
import type { Draft } from './draft.js';

/** Throws `RunConflictException` where of a call of the batch nobody knows what became: nothing goes past it. */
export const assertCallsKnown = ({ run: { id, slots } }: Draft): void => {
  if (!slots.some(({ state }) => state === 'started' || state === 'unknown')) return;
  throw new RunConflictException(id, 'has a call of which nobody knows what became: settle that first');
};
