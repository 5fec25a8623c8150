import type { ResumedRun } from 'toolgate/chat';
import type { RunCheckpoint, StoredRun } from '../records/stored-run.js';
import { type Draft, setRun } from '../transitions/draft.js';
import { closeRun } from '../transitions/finish-run.js';
import type { Fence } from '../transitions/lease.js';
import { type Message, toolMessage } from 'toolgate/model';

/** Returns the outcome of a run that has ended. */
export const endedRun = (run: StoredRun, checkpoint: RunCheckpoint): ResumedRun => {
  if (run.status === 'completed') {
    const results = run.slots.flatMap(({ result }) => (result ? [result] : []));
    return { type: 'completed', response: checkpoint.answer!, round: run.round + 1, results };
  }
  const status = run.status === 'failed' ? 'failed' : 'cancelled';
  return { type: status, reason: run.error ?? 'it was ended', transcript: transcriptOf(run, checkpoint) };
};

/** Returns the lease of a run that has ended. If a tool was started, its results must still be added to the conversation. */
export const leaveEnded = (draft: Draft, owner: Fence): void => {
  if (draft.run.closing === undefined) closeRun(draft, owner);
  else setRun(draft, { lease: undefined });
};

/** Returns the messages of a run up to its present batch, with the results that exist so far. */
export const transcriptOf = ({ slots }: StoredRun, { loop }: RunCheckpoint): readonly Message[] => {
  const results = slots.flatMap(({ result }) => (result ? [result] : []));
  return [...loop.history, loop.response.message, ...(results.length > 0 ? [toolMessage(results)] : [])];
};
