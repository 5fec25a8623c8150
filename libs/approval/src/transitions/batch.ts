import type { SavedResult, StartedCall, ToolCallResult } from 'toolgate/tool';
import { RunConflictException, RunLostException } from '../errors/approval.errors.js';
import type { StoredApproval } from '../records/stored-approval.js';
import type { CheckpointChange, StoredSlot } from '../records/stored-run.js';
import { type Draft, addEvent, answerSlot, approvalOf, moveApproval, setRun, setSlot } from './draft.js';
import { endCalls } from './end-run.js';
import { giveUpCall, resumeIfKnown } from './lose-call.js';
import { assertResuming, assertLeased, type Fence } from './lease.js';
import { resultWithoutExecution, withArguments } from './results.js';

/** Answers calls that were allowed to run and no longer are: a strategy rejects them, or their tool has changed. */
export const revokeCalls = (draft: Draft, owner: Fence, answered: readonly SavedResult[]): void => {
  assertLeased(draft, owner);
  for (const { index, result } of answered) {
    const slot = draft.run.slots[index];
    if (!slot || slot.state === 'done') continue;
    // A body that has started, and could have started again, may have had its effect.
    if (slot.attempt > 0) {
      giveUpCall(draft, slot);
      continue;
    }
    const approval = approvalOf(draft, slot);
    if (approval?.status === 'APPROVED') {
      moveApproval(draft, approval, 'REVOKED', { decisionReason: revocationReason(result) });
    }
    answerSlot(draft, slot, result);
  }
};

/** Returns why a call does not run, for the record of its approval. */
export const revocationReason = ({ outcome, output }: ToolCallResult): string => {
  if (outcome.type === 'denied') return outcome.reason;
  return output.type === 'text' ? output.text : outcome.type;
};

/**
 * Leaves the current batch of a run for the next one. An advisor may call the model again before all calls of a batch
 * have run.
 */
export const leaveBatch = (draft: Draft): void => {
  assertCallsKnown(draft);
  endCalls(draft, 'the turn continued without it');
};

/** Saves the next batch of a run before any of its calls runs. Saving the same batch again changes nothing. */
export const beginBatch = (
  draft: Draft,
  owner: Fence,
  { slots, checkpoint }: { readonly slots: readonly StoredSlot[]; readonly checkpoint: CheckpointChange },
): void => {
  assertResuming(draft, owner);
  const { round } = checkpoint.loop;
  // Each batch of a turn has its own round: this one was already saved with the start of another call.
  if (draft.run.round === round) return;
  leaveBatch(draft);
  setRun(draft, { slots, round });
  draft.checkpoint = checkpoint;
  addEvent(draft, 'BATCH', { data: { round, calls: slots.length } });
};

/** A request to start a call. */
export interface CallStart {
  readonly index: number;
  /** The hash of the arguments that the body will receive. */
  readonly argsHash: string;
  /** The hash of the answer that the body will receive; absent without one. */
  readonly answerHash?: string | undefined;
  /** Identifies the request, which may be repeated. */
  readonly token: string;
}

/**
 * Marks a call as started, and its approval as executing, in the same write. If the call must not start, returns the
 * result that it has instead.
 */
export const startCall = (draft: Draft, owner: Fence, { index, token, ...hashes }: CallStart): StartedCall => {
  assertLeased(draft, owner);
  const slot = draft.run.slots[index]!;
  if (slot.state === 'done') return { type: 'refused', result: slot.result! };
  // The same request again: its reply was lost.
  if (slot.state === 'started' && slot.token === token) return { type: 'started', attempt: slot.attempt };
  // Only a body whose process was lost may start again, and the claim of the run has set it to `ready`.
  if (slot.state !== 'ready' || slot.argsHash !== hashes.argsHash) throw new RunLostException(draft.run.id);
  const approval = approvalOf(draft, slot);
  if (slot.approval !== undefined && !approval) throw new RunConflictException(draft.run.id, APPROVAL_GONE);
  const answer = approval && resultWithoutExecution(approval);
  if (answer) {
    answerSlot(draft, slot, answer);
    return { type: 'refused', result: answer };
  }
  if (approval) claimApproval(draft, approval, hashes);
  const attempt = slot.attempt + 1;
  setSlot(draft, index, { state: 'started', attempt, token });
  setRun(draft, { hasEffects: true });
  if (!approval) addEvent(draft, 'STARTED', { data: { index, attempt } });
  return { type: 'started', attempt };
};

const APPROVAL_GONE =
  'has a call whose approval is missing in the store. The call does not run without it. Cancel the run';

const claimApproval = (
  draft: Draft,
  approval: StoredApproval,
  { argsHash, answerHash }: Pick<CallStart, 'argsHash' | 'answerHash'>,
): void => {
  // Only the arguments that a person approved may run, and only with the answer that was given.
  if (approval.argsHash !== argsHash || approval.answerHash !== answerHash) throw new RunLostException(draft.run.id);
  if (approval.status !== 'EXECUTING') moveApproval(draft, approval, 'EXECUTING');
};

/**
 * Saves the result of a body. The process that started the body may report the result until another process has claimed
 * the run.
 */
export const finishCall = (draft: Draft, { fence }: Fence, index: number, answer: ToolCallResult): void => {
  const slot = draft.run.slots[index];
  if (draft.run.fence !== fence || !slot) throw new RunLostException(draft.run.id);
  const isOpen = slot.state === 'started' || slot.state === 'unknown';
  // The run, and its call with it, may have ended in the meantime. The process that ran the body knows the outcome.
  if (isOpen || approvalOf(draft, slot)?.status === 'OUTCOME_UNKNOWN') endCall(draft, slot, answer);
  if (slot.state === 'unknown') resumeIfKnown(draft);
};

/** Sets the result of a started call and the final status of its approval. */
export const endCall = (draft: Draft, slot: StoredSlot, answer: ToolCallResult): void => {
  const approval = approvalOf(draft, slot);
  const isDone = approval?.status === 'EXECUTING' || approval?.status === 'OUTCOME_UNKNOWN';
  if (isDone) moveApproval(draft, approval, answer.outcome.type === 'success' ? 'SUCCEEDED' : 'FAILED');
  else if (!approval) addEvent(draft, 'FINISHED', { data: { index: slot.index, outcome: answer.outcome.type } });
  // The content of the run was removed while the body ran, so the result is not stored any more.
  if (draft.run.contentRemovedAt !== undefined) return;
  // The caller of a call outside of a turn receives the result as it is.
  const isForModel = approval && (draft.run.kind ?? 'turn') === 'turn';
  answerSlot(draft, slot, isForModel ? withArguments(answer, approval) : answer);
};

/** Throws `RunConflictException` if the outcome of a call of the batch is unknown: the run must not move past it. */
export const assertCallsKnown = ({ run: { id, slots } }: Draft): void => {
  if (!slots.some(({ state }) => state === 'started' || state === 'unknown')) return;
  throw new RunConflictException(
    id,
    'has a call whose outcome is unknown. Report it with ApprovalService.runs.reconcile() first',
  );
};
