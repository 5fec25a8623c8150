import { type DueRun, type DueWorker, RunDispatcher, TimerRunDispatcher } from 'toolgate/approval';
import type { Instances } from '../messages/instances.js';

/** Other processes are notified only of a run that is due sooner. Their own sweeps find a run that is due later. */
const SOON_MS = 5000;

/** Wakes the workers of all processes when a run is due, and sweeps as TimerRunDispatcher does. */
export class PostgresRunDispatcher extends RunDispatcher {
  private readonly timer = new TimerRunDispatcher();
  private leave?: () => void;

  constructor(private readonly instances: Instances) {
    super();
  }

  start(worker: DueWorker): void {
    this.leave = this.instances.subscribe(({ due }) => {
      if (due !== undefined) this.timer.sweepIn(due);
    });
    this.timer.start(worker);
  }

  due(run: DueRun, inMs: number): void {
    this.timer.due(run, inMs);
    if (inMs < SOON_MS) this.instances.due(inMs);
  }

  // Without the notifications, the sweeps of the timer find the same runs.
  override isRunning(): boolean {
    return this.timer.isRunning();
  }

  stop(): void {
    this.leave?.();
    this.timer.stop();
  }
}
