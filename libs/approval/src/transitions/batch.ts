import type { ToolResultPart } from 'toolgate/model';
import type { KeptResult, StartedCall, ToolCallResult } from 'toolgate/tool';
import { RunConflictException, RunLostException } from '../approval.errors.js';
import type { CheckpointChange, StoredSlot } from '../records/stored-run.js';
import { assertCallsKnown } from './assert-calls-known.js';
import { answerSlot, approvalOf, type Draft, moveApproval, setRun, setSlot, tell } from './draft.js';
import { endCalls } from './end-calls.js';
import { giveUpCall } from './give-up-call.js';
import { assertGoesOn, assertHeld, type Fence } from './lease.js';
import { answerOf } from './results.js';
import { resumeIfKnown } from './resume-if-known.js';
import { withArguments } from './with-arguments.js';

/** Answers calls that were let run, and may not any more: a policy says so, or their tool is another one. */
export const revokeCalls = (draft: Draft, held: Fence, answered: readonly KeptResult[]): void => {
  assertHeld(draft, held);
  for (const { index, result } of answered) {
    const slot = draft.run.slots[index];
    if (!slot || slot.state === 'done') continue;
    // A body that has begun, and could have begun again, cannot be said not to have run.
    if (slot.attempt > 0) {
      giveUpCall(draft, slot);
      continue;
    }
    const approval = approvalOf(draft, slot);
    if (approval?.status === 'APPROVED') {
      moveApproval(draft, approval, 'REVOKED', { decisionReason: reasonOf(result) });
    }
    answerSlot(draft, slot, result);
  }
};

const reasonOf = ({ outcome, output }: ToolResultPart): string => {
  if (outcome.type === 'denied') return outcome.reason;
  return output.type === 'text' ? output.text : outcome.type;
};

/** Leaves the batch at which a run stands for the next one; an advisor may ask again before all of it was done. */
export const leaveBatch = (draft: Draft): void => {
  assertCallsKnown(draft);
  endCalls(draft, 'the turn went on without it');
};

/** Keeps the next batch of a run before anything of it runs; the same batch again changes nothing. */
export const beginBatch = (
  draft: Draft,
  held: Fence,
  { slots, checkpoint }: { readonly slots: readonly StoredSlot[]; readonly checkpoint: CheckpointChange },
): void => {
  assertGoesOn(draft, held);
  const { round } = checkpoint.loop;
  // Each batch of a turn has a round of its own: this one was kept with a call that started before.
  if (draft.run.round === round) return;
  leaveBatch(draft);
  setRun(draft, { slots, round });
  draft.checkpoint = checkpoint;
  tell(draft, 'BATCH', { data: { round, calls: slots.length } });
};

/** The wish to start a call. */
export interface CallStart {
  readonly index: number;
  /** Names what the body will get. */
  readonly argsHash: string;
  /** Names the wish: one and the same start may be asked for twice. */
  readonly token: string;
}

/** Marks a call as started, in the same write that claims its approval; or tells why it must not be. */
export const startCall = (draft: Draft, held: Fence, { index, argsHash, token }: CallStart): StartedCall => {
  assertHeld(draft, held);
  const slot = draft.run.slots[index]!;
  if (slot.state === 'done') return { type: 'refused', result: slot.result! };
  // The same wish again: its answer was lost on the way.
  if (slot.state === 'started' && slot.token === token) return { type: 'started', attempt: slot.attempt };
  // Only a body that was started by somebody who is gone may start again, and claiming has made it ready.
  if (slot.state !== 'ready' || slot.argsHash !== argsHash) throw new RunLostException(draft.run.id);
  const approval = approvalOf(draft, slot);
  if (slot.approval !== undefined && !approval) throw new RunConflictException(draft.run.id, APPROVAL_GONE);
  const answer = approval && answerOf(approval);
  if (answer) {
    answerSlot(draft, slot, answer);
    return { type: 'refused', result: answer };
  }
  if (approval) claimApproval(draft, slot, argsHash);
  const attempt = slot.attempt + 1;
  setSlot(draft, index, { state: 'started', attempt, token });
  setRun(draft, { hasEffects: true });
  if (!approval) tell(draft, 'STARTED', { data: { index, attempt } });
  return { type: 'started', attempt };
};

const APPROVAL_GONE = 'has a call whose approval is not kept any more: without it the call does not run';

const claimApproval = (draft: Draft, slot: StoredSlot, argsHash: string): void => {
  const approval = approvalOf(draft, slot)!;
  // What a person approved is what runs, and nothing else.
  if (approval.argsHash !== argsHash) throw new RunLostException(draft.run.id);
  if (approval.status !== 'EXECUTING') moveApproval(draft, approval, 'EXECUTING');
};

/** Keeps what a body gave. Whoever started it may tell, until somebody else has claimed the run. */
export const finishCall = (draft: Draft, { fence }: Fence, index: number, answer: ToolCallResult): void => {
  const slot = draft.run.slots[index];
  if (draft.run.fence !== fence || !slot) throw new RunLostException(draft.run.id);
  const isOpen = slot.state === 'started' || slot.state === 'unknown';
  // Also where the run was ended meanwhile, and its call with it: whoever ran the body knows what became of it.
  if (isOpen || approvalOf(draft, slot)?.status === 'OUTCOME_UNKNOWN') endCall(draft, slot, answer);
  if (slot.state === 'unknown') resumeIfKnown(draft);
};

/** Gives a call that was started its result, and its approval its end. */
export const endCall = (draft: Draft, slot: StoredSlot, answer: ToolCallResult): void => {
  const approval = approvalOf(draft, slot);
  const isDone = approval?.status === 'EXECUTING' || approval?.status === 'OUTCOME_UNKNOWN';
  if (isDone) moveApproval(draft, approval, answer.outcome.type === 'success' ? 'SUCCEEDED' : 'FAILED');
  else if (!approval) tell(draft, 'FINISHED', { data: { index: slot.index, outcome: answer.outcome.type } });
  answerSlot(draft, slot, approval ? withArguments(answer, approval) : answer);
};
