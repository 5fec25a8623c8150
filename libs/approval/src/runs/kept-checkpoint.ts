import type { Message } from 'toolgate/model';
import type { CheckpointChange, CheckpointStep, RunCheckpoint } from '../records/stored-run.js';

/** The checkpoint of a leased run, as the store has it. */
export class KeptCheckpoint {
  /** Absent while it is unknown which one is saved. */
  private kept?: RunCheckpoint;

  constructor(kept: RunCheckpoint) {
    this.kept = kept;
  }

  /**
   * Returns the change that saves a checkpoint: the step that it adds, or all of it if it does not continue the saved
   * one.
   */
  changeTo(checkpoint: RunCheckpoint): CheckpointChange {
    const { steps: _, ...next } = checkpoint;
    const step = this.kept && stepTo(this.kept, next);
    // If the store's reply is lost, either checkpoint may be saved.
    if (!step) this.kept = undefined;
    return step ?? next;
  }

  /** Must be called after a change was written. */
  written(checkpoint: RunCheckpoint, change: CheckpointChange): void {
    this.kept = { ...checkpoint, steps: 'step' in change ? change.step : 0 };
  }
}

// Messages never change, so those that are saved are the same objects.
const stepTo = (kept: RunCheckpoint, { request, loop, answer }: RunCheckpoint): CheckpointStep | undefined => {
  const { history, exchanges, ...rest } = loop;
  const addedHistory = addedTo(kept.loop.history, history);
  const addedExchanges = addedTo(kept.loop.exchanges, exchanges);
  if (!addedHistory || !addedExchanges || !isSameRequest(kept.request, request)) return undefined;
  const { traceParent } = request;
  return {
    schema: 1,
    step: (kept.steps ?? 0) + 1,
    history: addedHistory,
    exchanges: addedExchanges,
    loop: rest,
    ...(answer && { answer }),
    ...(traceParent !== kept.request.traceParent && { traceParent }),
  };
};

const addedTo = (kept: readonly Message[], next: readonly Message[]): readonly Message[] | undefined =>
  kept.every((message, index) => message === next[index]) ? next.slice(kept.length) : undefined;

const isSameRequest = (kept: RunCheckpoint['request'], next: RunCheckpoint['request']): boolean => {
  const { traceParent: _, ...before } = kept;
  const { traceParent: __, ...after } = next;
  const names = Object.keys({ ...before, ...after }) as (keyof typeof before)[];
  return names.every((name) => before[name] === after[name]);
};
