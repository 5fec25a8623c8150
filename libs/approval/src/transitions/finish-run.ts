import type { ChatResponse } from 'toolgate/model';
import type { CheckpointChange } from '../records/stored-run.js';
import { type Draft, setRun, tell } from './draft.js';
import { endCalls } from './end-calls.js';
import { endRun } from './end-run.js';
import { assertGoesOn, assertHeld, type Fence } from './lease.js';
import { loseCalls } from './pass-time.js';

// The run was not claimed since, so a repeated request means that the store's reply was lost.
const hasLetGo = ({ run }: Draft, { fence }: Fence): boolean => !run.lease && run.fence === fence;

/** Saves the answer of a turn before its conversation remembers it, so that the model is not called for it again. */
export const keepAnswer = (draft: Draft, held: Fence, checkpoint: CheckpointChange, answer: ChatResponse): void => {
  assertGoesOn(draft, held);
  draft.checkpoint = { ...checkpoint, answer };
  setRun(draft, {});
  tell(draft, 'ANSWERED');
};

/** Completes a run with the answer of its chain. The checkpoint is absent if the answer is already saved. */
export const completeRun = (draft: Draft, held: Fence, checkpoint?: CheckpointChange): void => {
  if (draft.run.status === 'completed' && hasLetGo(draft, held)) return;
  assertGoesOn(draft, held);
  if (checkpoint) draft.checkpoint = checkpoint;
  // An advisor may have answered without these calls.
  endCalls(draft, 'the turn ended without it');
  setRun(draft, { status: 'completed', lease: undefined });
  tell(draft, 'COMPLETED');
};

/** How an attempt to resume a run failed. */
export interface FailedAttempt {
  /** The error, without secrets. */
  readonly error: string;
  /** The delay before the next attempt, in milliseconds; absent if another attempt cannot succeed. */
  readonly retryInMs?: number;
  /** How long attempts are made after the last approval of the batch is decided, in milliseconds. */
  readonly deadlineMs: number;
}

/** Releases a run for another attempt, or ends it if none can succeed. Returns which. */
export const failAttempt = (
  draft: Draft,
  held: Fence,
  { error, retryInMs, deadlineMs }: FailedAttempt,
): 'again' | 'failed' => {
  const { status, closing, settledAt = draft.now, failures, lease } = draft.run;
  if ((status === 'suspended' || closing !== undefined) && hasLetGo(draft, held)) return 'again';
  assertHeld(draft, held);
  const retryAt = draft.now + (retryInMs ?? 0);
  if (retryInMs !== undefined && retryAt <= settledAt + deadlineMs) {
    setRun(draft, {
      status: status === 'resuming' ? 'suspended' : status,
      lease: undefined,
      failures: failures + 1,
      retryAt,
      error,
    });
    loseCalls(draft, Math.max(retryAt, lease!.until));
    tell(draft, 'RELEASED', { data: { error } });
    return 'again';
  }
  if (status === 'resuming') endRun(draft, 'failed', error);
  return 'failed';
};

/** Closes an ended run, after its conversation has received the results of its tools. */
export const closeRun = (draft: Draft, held: Fence): void => {
  const { status, closing } = draft.run;
  if (status !== 'suspended' && closing === undefined && hasLetGo(draft, held)) return;
  assertHeld(draft, held);
  setRun(draft, { closing: undefined, lease: undefined, retryAt: undefined });
  tell(draft, 'CLOSED');
};

/** Releases a run without a failed attempt. */
export const releaseRun = (draft: Draft, held: Fence): void => {
  const { status, lease } = draft.run;
  if (draft.run.fence !== held.fence || lease?.worker !== held.worker) return;
  setRun(draft, { status: status === 'resuming' ? 'suspended' : status, lease: undefined });
  loseCalls(draft, lease.until);
  tell(draft, 'RELEASED');
};
