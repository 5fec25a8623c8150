import { ignore } from '#core';
import type { BatchJournal } from '../contract/batch-journal.js';
import type { ToolCallResult } from '../contract/tool-callback.js';
import type { BodyStart } from '../contract/tool-context.js';
import type { Turn } from '../contract/turn.js';
import { emitResult } from './emit-result.js';
import { type RunSurroundings, runSlot } from './run-slot.js';
import { type PreparedSlot, setResult, textResult, waitsInside } from './slot.js';

/** Runs one call of a turn that another process may resume: its start and its result are saved before they take effect. */
export const runSavedSlot = async (slot: PreparedSlot, turn: Turn, surroundings: RunSurroundings): Promise<void> => {
  const { prepared } = slot;
  const journal = turn.journal!;
  turn.abort?.throwIfAborted();
  const started = await journal.start(prepared);
  if (started.type === 'refused') {
    return emitResult(setResult(slot, started.result), turn);
  }
  const { attempt, assertLeased = ignore } = started;
  const start: BodyStart = { assertLeased };
  slot.prepared = Object.freeze({ ...prepared, context: prepared.context.with({ attempt, start }) });
  try {
    await runSlot(slot, { ...turn, emit: ignore }, surroundings);
  } catch (error) {
    await saveFailed(slot, start, { abort: turn.abort, journal });
    throw error;
  }
  // The call is saved together with the turn inside it.
  if (waitsInside(slot)) return;
  const { output, outcome } = slot.result!;
  const saved = await journal.finish(slot.prepared, { output, outcome });
  // The model and every later attempt receive the saved result.
  if (saved) setResult(slot, saved);
  turn.emit(slot.result!);
};

interface Saving {
  readonly abort: Turn['abort'];
  readonly journal: BatchJournal;
}

// After an abort a running body is not awaited; its result is saved when it arrives. An error of the body is not saved,
// because the abort may have interrupted the body after its effect.
const saveFailed = async (slot: PreparedSlot, start: BodyStart, { abort, journal }: Saving): Promise<void> => {
  const prepared = slot.prepared;
  if (!abort?.aborted) return journal.fail(prepared);
  const save = (result: ToolCallResult): Promise<unknown> => journal.finish(prepared, result);
  const saveUnstarted = async (): Promise<void> => {
    const hasRun = slot.started && (!slot.body.beginsBody || start.hasBegun);
    // An idempotent call is started again instead.
    if (!hasRun && prepared.callback.metadata.idempotent !== true) await save(NOT_STARTED);
  };
  if (!slot.started) await saveUnstarted().catch(ignore);
  else slot.running?.then(save, saveUnstarted).catch(ignore);
};

const NOT_STARTED = textResult('This tool was not started.', { type: 'not-started' });
