import type { ChatResponse } from 'toolgate/model';
import type { CheckpointChange } from '../records/stored-run.js';
import { type Draft, setRun, tell } from './draft.js';
import { endCalls } from './end-calls.js';
import { endRun } from './end-run.js';
import { assertGoesOn, assertHeld, type Fence } from './lease.js';
import { loseCalls } from './pass-time.js';

// Nobody has claimed it since: where the same is asked for again, the store's reply got lost.
const hasLetGo = ({ run }: Draft, { fence }: Fence): boolean => !run.lease && run.fence === fence;

/** Keeps the answer of the turn before its conversation is told: no model is asked for it again. */
export const keepAnswer = (draft: Draft, held: Fence, checkpoint: CheckpointChange, answer: ChatResponse): void => {
  assertGoesOn(draft, held);
  draft.checkpoint = { ...checkpoint, answer };
  setRun(draft, {});
  tell(draft, 'ANSWERED');
};

/** Ends a run with the answer of its chain; the checkpoint is absent if its answer is kept already. */
export const completeRun = (draft: Draft, held: Fence, checkpoint?: CheckpointChange): void => {
  if (draft.run.status === 'completed' && hasLetGo(draft, held)) return;
  assertGoesOn(draft, held);
  if (checkpoint) draft.checkpoint = checkpoint;
  // An advisor may have answered without them.
  endCalls(draft, 'the turn ended without it');
  setRun(draft, { status: 'completed', lease: undefined });
  tell(draft, 'COMPLETED');
};

/** How an attempt to go on failed. */
export interface FailedAttempt {
  /** What went wrong, without anything secret. */
  readonly error: string;
  /** When to try again; absent where nothing would change. */
  readonly retryInMs?: number;
  /** For how long it may be tried from the answer to its last question on. */
  readonly deadlineMs: number;
}

/** Releases a run so that another attempt is made, or ends it where none would help. Tells which. */
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

/** The conversation knows what the tools of an ended run did. */
export const closeRun = (draft: Draft, held: Fence): void => {
  const { status, closing } = draft.run;
  if (status !== 'suspended' && closing === undefined && hasLetGo(draft, held)) return;
  assertHeld(draft, held);
  setRun(draft, { closing: undefined, lease: undefined, retryAt: undefined });
  tell(draft, 'CLOSED');
};

/** Lets a run go that is not to be tried again at once. */
export const releaseRun = (draft: Draft, held: Fence): void => {
  const { status, lease } = draft.run;
  if (draft.run.fence !== held.fence || lease?.worker !== held.worker) return;
  setRun(draft, { status: status === 'resuming' ? 'suspended' : status, lease: undefined });
  loseCalls(draft, lease.until);
  tell(draft, 'RELEASED');
};
