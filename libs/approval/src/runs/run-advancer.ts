import type { StoredRun } from '../records/stored-run.js';

/** Advances the runs of one kind. */
export interface RunAdvancer {
  /**
   * Names the client or the tool that a run needs and this process does not have; undefined if this process can advance
   * the run.
   */
  lack(run: StoredRun): string | undefined;
  /** Makes one attempt for the worker, until the run has ended or waits again. */
  work(run: StoredRun): Promise<unknown>;
  /** Advances a run for a caller, who also waits for the attempt of another process. */
  resume(run: StoredRun): Promise<unknown>;
}
