import type { ToolCallResult } from '../contract/tool-callback.js';
import type { BodyStart } from '../contract/tool-context.js';
import type { Turn } from '../contract/turn.js';
import { type RunSurroundings, runSlot } from './run-slot.js';
import { type Slot, settle, textResult } from './slot.js';
import { tellSettled } from './tell-settled.js';

/** Runs one call of a turn that another process may resume: its start and its result are saved before they take effect. */
export const runKeptSlot = async (slot: Slot, turn: Turn, surroundings: RunSurroundings): Promise<void> => {
  const { prepared } = slot;
  const checkpoints = turn.checkpoints!;
  turn.abort?.throwIfAborted();
  const started = await checkpoints.start(prepared!);
  if (started.type === 'refused') {
    settle(slot, started.result);
    return tellSettled(slot.result!, turn);
  }
  const { attempt, assertHeld = ignore } = started;
  const start: BodyStart = { assertHeld };
  slot.prepared = Object.freeze({ ...prepared!, context: prepared!.context.with({ attempt, start }) });
  try {
    await runSlot(slot, { ...turn, emit: ignore }, surroundings);
  } catch (error) {
    await keepFailed(slot, start, turn);
    throw error;
  }
  const { output, outcome } = slot.result!;
  const saved = await checkpoints.finish(slot.prepared, { output, outcome });
  // The model and every later attempt receive the saved result.
  if (saved) settle(slot, saved);
  turn.emit(slot.result!);
};

const ignore = (): void => {};

// After an abort a running body is not awaited; its result is saved when it arrives. An error of the body is not saved,
// because the abort may have interrupted the body after its effect.
const keepFailed = async (slot: Slot, start: BodyStart, { abort, checkpoints }: Turn): Promise<void> => {
  const prepared = slot.prepared!;
  if (!abort?.aborted) return checkpoints!.fail(prepared);
  const keep = (result: ToolCallResult): Promise<unknown> => checkpoints!.finish(prepared, result);
  const keepUnstarted = async (): Promise<void> => {
    const hasRun = slot.started && (!slot.body!.beginsBody || start.hasBegun);
    // An idempotent call is started again instead.
    if (!hasRun && prepared.callback.metadata.idempotent !== true) await keep(NOT_STARTED);
  };
  if (!slot.started) await keepUnstarted().catch(ignore);
  else slot.running?.then(keep, keepUnstarted).catch(ignore);
};

const NOT_STARTED = textResult('This tool was not started.', { type: 'not-started' });
