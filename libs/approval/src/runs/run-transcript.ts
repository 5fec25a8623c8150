import { type Message, toolMessage } from 'toolgate/model';
import type { RunCheckpoint, StoredRun } from '../records/stored-run.js';

/** Returns the messages of a run up to its present batch, with the results that exist so far. */
export const transcriptOf = ({ slots }: StoredRun, { loop }: RunCheckpoint): readonly Message[] => {
  const results = slots.flatMap(({ result }) => (result ? [result] : []));
  return [...loop.history, loop.response.message, ...(results.length > 0 ? [toolMessage(results)] : [])];
};
