import type { RunOracle } from './oracle.fixture.js';
import { type OracleClaim, TICKS } from './oracle-records.fixture.js';

/** A worker holds the run of a call from its beginning. */
export const openHeld = (oracle: RunOracle, worker: string): OracleClaim => {
  oracle.fence = 1;
  oracle.status = 'resuming';
  oracle.settledAt = oracle.now;
  oracle.holder = { worker, until: oracle.now + TICKS.lease };
  return { worker, fence: 1 };
};

/** A run of one call ends when the outcome of the call is known: no model is called. */
export const endIfCalled = (oracle: RunOracle): void => {
  if (!oracle.isCall || oracle.isEnded()) return;
  if (!oracle.holder) for (const call of oracle.calls) oracle.answerDenied(call);
  if (oracle.calls.some(({ state }) => state !== 'done')) return;
  oracle.status = 'completed';
  oracle.holder = undefined;
  oracle.isShelved = false;
  oracle.retryAt = undefined;
};
