import type { BatchCall } from 'toolgate/tool';
import { RunLostException } from '../errors/approval.errors.js';
import { assertCallsKnown } from './batch.js';
import { waitWithOthers } from './ask-again.js';
import { type Draft, addEvent, setSlot, stateOf } from './draft.js';
import { assertResuming, type Fence } from './lease.js';
import { innerRunsOf, type OpenedTurn, statesOf } from './open-run.js';
import { waitAgain } from './wait-again.js';

/**
 * Suspends a run in which started calls wait for turns inside them, and opens the runs of these turns in the same write.
 * The results of the other calls are saved.
 */
export const waitInside = (draft: Draft, owner: Fence, batch: readonly BatchCall[]): OpenedTurn => {
  assertResuming(draft, owner);
  for (const { index, inner } of batch) {
    if (!inner) continue;
    if (draft.run.slots[index]?.state !== 'started') throw new RunLostException(draft.run.id);
    setSlot(draft, index, { state: 'waiting', innerRun: inner.runId });
  }
  // Without this check, the next claim could start a call again while its body still runs.
  assertCallsKnown(draft);
  waitAgain(draft);
  waitWithOthers(draft);
  const opens = innerRunsOf(batch, draft.now);
  draft.opens.push(...opens);
  addEvent(draft, 'SUSPENDED', { data: { round: draft.run.round } });
  return { ...stateOf(draft), inner: statesOf(opens) };
};
