import type { Message } from 'toolgate/model';
import type { CheckpointChange, CheckpointStep, RunCheckpoint } from '../records/stored-run.js';

/** The checkpoint of a run that this process holds, as the store has it. */
export class KeptCheckpoint {
  /** Absent while nobody knows which one is kept. */
  private kept?: RunCheckpoint;

  constructor(kept: RunCheckpoint) {
    this.kept = kept;
  }

  /** Returns what has to be written so that a checkpoint is kept: what it adds, or all of it if it does not go on from the kept one. */
  changeTo(checkpoint: RunCheckpoint): CheckpointChange {
    const { steps: _, ...next } = checkpoint;
    const step = this.kept && stepTo(this.kept, next);
    // If the reply gets lost, either may be kept.
    if (!step) this.kept = undefined;
    return step ?? next;
  }

  /** A change to a checkpoint was written. */
  written(checkpoint: RunCheckpoint, change: CheckpointChange): void {
    this.kept = { ...checkpoint, steps: 'step' in change ? change.step : 0 };
  }
}

// Messages are never changed, so those that are kept are the same objects.
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
