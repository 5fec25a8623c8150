import { SEAM } from 'toolgate/model';
import type { DueRun } from './due-run.js';

/** The worker that a dispatcher wakes. Its methods log their errors and never reject. */
export interface DueWorker {
  /** Does all the work that is due. Returns in how many milliseconds more is due; undefined if none is known. */
  sweep(): Promise<number | undefined>;
  /**
   * Does the work of one run if it is due, after a place for its turn is free. The promise resolves after that. A run
   * that this process cannot resume is left to others.
   */
  resume(run: string): Promise<void>;
}

/** Wakes the worker that resumes runs. A lost wake-up only delays a run, because the store knows what is due. */
export abstract class RunDispatcher {
  static readonly [SEAM]: string = 'RunDispatcher';

  /** Wakes a worker from now on. A process without a worker never calls this. */
  abstract start(worker: DueWorker): void;
  /**
   * Receives each run that a write of this process leaves with work, and in how many milliseconds the work is due. It is
   * called after the write. An error is logged and changes nothing.
   */
  abstract due(run: DueRun, inMs: number): void | Promise<void>;
  /**
   * Whether it still wakes the worker, for health checks. A dispatcher without this method always does after its start.
   */
  isRunning?(): boolean;
  /** Stops waking the worker. */
  abstract stop(): void | Promise<void>;
}
