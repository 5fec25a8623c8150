import type { BatchCheckpoints } from '../batch-checkpoints.js';
import type { ToolCallResult } from '../tool-callback.js';
import { ToolContext } from '../tool-context.js';
import type { Turn } from '../turn.js';
import { type RunSurroundings, runSlot } from './run-slot.js';
import { type Slot, settle } from './slot.js';
import { tellSettled } from './tell-settled.js';

/** Runs one call of a turn that others may have to go on with: no body starts and no result is told that is not kept. */
export const runKeptSlot = async (slot: Slot, turn: Turn, surroundings: RunSurroundings): Promise<void> => {
  const { prepared } = slot;
  const checkpoints = turn.checkpoints!;
  turn.abort?.throwIfAborted();
  const started = await checkpoints.start(prepared!);
  if (started.type === 'refused') {
    settle(slot, started.result);
    return tellSettled(slot.result!, turn);
  }
  slot.prepared = Object.freeze({ ...prepared!, context: againOf(prepared!.context, started.attempt) });
  try {
    await runSlot(slot, { ...turn, emit: ignore }, surroundings);
  } catch (error) {
    await keepFailed(slot, turn, checkpoints);
    throw error;
  }
  const { output, outcome } = slot.result!;
  await checkpoints.finish(slot.prepared, { output, outcome });
  turn.emit(slot.result!);
};

const ignore = (): void => {};

const againOf = (context: ToolContext, attempt: number): ToolContext => new ToolContext({ ...context, attempt });

// A body that is running when its turn is left goes on: what it gives is kept when it is there, and nobody waits for it.
const keepFailed = async (slot: Slot, turn: Turn, checkpoints: BatchCheckpoints): Promise<void> => {
  const prepared = slot.prepared!;
  if (!turn.abort?.aborted) return checkpoints.fail(prepared);
  const keep = (result: ToolCallResult): Promise<void> => checkpoints.finish(prepared, result);
  slot.running?.then(keep, () => checkpoints.fail(prepared)).catch(ignore);
};
