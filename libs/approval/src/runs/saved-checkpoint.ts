import type { Message } from 'toolgate/model';
import type { CheckpointChange, CheckpointStep, RunCheckpoint } from '../records/stored-run.js';

/** The checkpoint of a leased run, as the store has it. */
export class SavedCheckpoint {
  /** Absent while it is unknown which one is saved. */
  private saved?: RunCheckpoint;

  constructor(saved: RunCheckpoint) {
    this.saved = saved;
  }

  /**
   * Returns the change that saves a checkpoint: the step that it adds, or all of it if it does not continue the saved
   * one.
   */
  changeTo(checkpoint: RunCheckpoint): CheckpointChange {
    const { steps: _, ...next } = checkpoint;
    const step = this.saved && stepTo(this.saved, next);
    // If the store's reply is lost, either checkpoint may be saved.
    if (!step) this.saved = undefined;
    return step ?? next;
  }

  /** Must be called after a change was written. */
  written(checkpoint: RunCheckpoint, change: CheckpointChange): void {
    this.saved = { ...checkpoint, steps: 'step' in change ? change.step : 0 };
  }
}

// Messages never change, so those that are saved are the same objects.
const stepTo = (saved: RunCheckpoint, { request, loop, answer }: RunCheckpoint): CheckpointStep | undefined => {
  const { history, exchanges, ...rest } = loop;
  const addedHistory = addedTo(saved.loop.history, history);
  const addedExchanges = addedTo(saved.loop.exchanges, exchanges);
  if (!addedHistory || !addedExchanges || !isSameRequest(saved.request, request)) return undefined;
  const { traceParent } = request;
  return {
    schema: 1,
    step: (saved.steps ?? 0) + 1,
    history: addedHistory,
    exchanges: addedExchanges,
    loop: rest,
    ...(answer && { answer }),
    ...(traceParent !== saved.request.traceParent && { traceParent }),
  };
};

const addedTo = (saved: readonly Message[], next: readonly Message[]): readonly Message[] | undefined =>
  saved.every((message, index) => message === next[index]) ? next.slice(saved.length) : undefined;

const isSameRequest = (saved: RunCheckpoint['request'], next: RunCheckpoint['request']): boolean => {
  const { traceParent: _, ...before } = saved;
  const { traceParent: __, ...after } = next;
  const names = Object.keys({ ...before, ...after }) as (keyof typeof before)[];
  return names.every((name) => before[name] === after[name]);
};
