import { type DueRun, type DueWorker, RunDispatcher } from 'toolgate/approval';

/** Starts no sweep by itself: the worker sweeps when a test calls it. */
export class HandDispatcher extends RunDispatcher {
  /** The runs that writes left with work, and in how many milliseconds it is due. */
  readonly dues: (DueRun & { readonly inMs: number })[] = [];
  worker?: DueWorker;

  start(worker: DueWorker): void {
    this.worker = worker;
  }

  due(run: DueRun, inMs: number): void {
    this.dues.push({ ...run, inMs });
  }

  override isRunning?: () => boolean;

  stop(): void {}

  /** Does the due work; returns the milliseconds until the next work is due. */
  async sweep(): Promise<number | undefined> {
    return this.worker!.sweep();
  }
}
