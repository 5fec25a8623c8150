import type { CheckpointChange, CheckpointStep, RunCheckpoint } from '../records/stored-run.js';
import { checkpointWith } from './checkpoint-with.js';

/** Returns a checkpoint from its whole form and its steps. */
export const checkpointIn = (run: string, [whole, ...steps]: readonly string[] = []): RunCheckpoint | undefined =>
  whole === undefined
    ? undefined
    : checkpointWith(
        run,
        JSON.parse(whole),
        steps.map((step): CheckpointStep => JSON.parse(step)),
      );

/** Returns a checkpoint as JSON after a change: its whole form, then its steps. */
export const checkpointAfter = (
  run: string,
  saved: readonly string[] | undefined,
  change: CheckpointChange | null | undefined,
): readonly string[] | undefined => {
  if (change === null) return undefined;
  if (!change) return saved;
  if (!('step' in change)) return [JSON.stringify(change)];
  if (change.step >= 1 && saved && saved.length >= change.step) {
    return [...saved.slice(0, change.step), JSON.stringify(change)];
  }
  throw new Error(
    `Step ${change.step} of the checkpoint of the run ${run} has no step or checkpoint before it. Write the whole checkpoint first.`,
  );
};
