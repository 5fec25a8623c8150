import type { StoredRun } from '../records/stored-run.js';
import { type Draft, setRun } from './draft.js';

/**
 * Ends the lease of a run that waits for a person again. Its failures and its deadline count again from the next
 * decision.
 */
export const waitAgain = (draft: Draft, change: Partial<Pick<StoredRun, 'slots' | 'round'>> = {}): void =>
  setRun(draft, {
    ...change,
    status: 'suspended',
    lease: undefined,
    settledAt: undefined,
    failures: 0,
    error: undefined,
    attempts: undefined,
    retriedAt: undefined,
  });
