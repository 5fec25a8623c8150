import type { ChatResponse } from 'toolgate/model';
import type { CheckpointChange } from '../records/stored-run.js';
import { type Draft, setRun, addEvent } from './draft.js';
import { endCalls, endRun } from './end-run.js';
import { assertResuming, assertLeased, type Fence } from './lease.js';
import { addAttempt } from './add-attempt.js';
import { parkRun } from './park-run.js';
import { loseCalls } from './pass-time.js';

// The run was not claimed since, so a repeated request means that the store's reply was lost.
const isReleased = ({ run }: Draft, { fence }: Fence): boolean => !run.lease && run.fence === fence;

/** Saves the answer of a turn before its conversation remembers it, so that the model is not called for it again. */
export const saveAnswer = (draft: Draft, owner: Fence, checkpoint: CheckpointChange, answer: ChatResponse): void => {
  assertResuming(draft, owner);
  draft.checkpoint = { ...checkpoint, answer };
  setRun(draft, {});
  addEvent(draft, 'ANSWERED');
};

/** Completes a run with the answer of its chain. The checkpoint is absent if the answer is already saved. */
export const completeRun = (draft: Draft, owner: Fence, checkpoint?: CheckpointChange): void => {
  if (draft.run.status === 'completed' && isReleased(draft, owner)) return;
  assertResuming(draft, owner);
  if (checkpoint) draft.checkpoint = checkpoint;
  // An advisor may have answered without these calls.
  endCalls(draft, 'the turn ended without it');
  setRun(draft, { status: 'completed', lease: undefined });
  addEvent(draft, 'COMPLETED');
};

/** How an attempt to resume a run failed. */
interface FailedAttempt {
  /** The error, without secrets. */
  readonly error: string;
  /** The delay before the next attempt, in milliseconds; absent if another attempt cannot succeed. */
  readonly retryInMs?: number;
  /** How long attempts are made after the last approval of the batch is decided, in milliseconds. */
  readonly deadlineMs: number;
  /** What happens to a run at its deadline. @default 'fail' */
  readonly onDeadline?: 'fail' | 'park';
}

/**
 * Releases a run for another attempt, parks it, or ends it if no attempt can succeed. Returns `again` unless the run
 * has ended.
 */
export const failAttempt = (
  draft: Draft,
  owner: Fence,
  { error, retryInMs, deadlineMs, onDeadline }: FailedAttempt,
): 'again' | 'failed' => {
  const { status, closing, settledAt = draft.now, retriedAt = settledAt, failures, lease } = draft.run;
  if ((status === 'suspended' || closing !== undefined) && isReleased(draft, owner)) return 'again';
  assertLeased(draft, owner);
  const retryAt = draft.now + (retryInMs ?? 0);
  if (retryInMs !== undefined && retryAt <= retriedAt + deadlineMs) {
    setRun(draft, {
      status: status === 'resuming' ? 'suspended' : status,
      lease: undefined,
      failures: failures + 1,
      retryAt,
      error,
      attempts: addAttempt(draft, error),
    });
    loseCalls(draft, Math.max(retryAt, lease!.until));
    addEvent(draft, 'RELEASED', { data: { error } });
    return 'again';
  }
  if (status === 'resuming' && retryInMs !== undefined && onDeadline === 'park') {
    parkRun(draft, error);
    return 'again';
  }
  if (status === 'resuming') endRun(draft, 'failed', error);
  return 'failed';
};

/** Closes an ended run, after its conversation has received the results of its tools. */
export const closeRun = (draft: Draft, owner: Fence): void => {
  const { status, closing } = draft.run;
  if (status !== 'suspended' && closing === undefined && isReleased(draft, owner)) return;
  assertLeased(draft, owner);
  setRun(draft, { closing: undefined, lease: undefined, retryAt: undefined });
  addEvent(draft, 'CLOSED');
};

/** Releases a run without a failed attempt. */
export const releaseRun = (draft: Draft, owner: Fence): void => {
  const { status, lease } = draft.run;
  if (draft.run.fence !== owner.fence || lease?.worker !== owner.worker) return;
  setRun(draft, { status: status === 'resuming' ? 'suspended' : status, lease: undefined });
  loseCalls(draft, lease.until);
  addEvent(draft, 'RELEASED');
};
