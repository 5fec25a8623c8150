import { describeError } from '#core';
import { LineLogger } from 'toolgate/model';
import { RunDispatcher } from './run.dispatcher.js';

/** The options of a TimerRunDispatcher. */
export interface TimerRunDispatcherOptions {
  /** The longest time between two sweeps, in milliseconds. @default 5,000 */
  readonly sweepMs?: number;
}

const SOONEST_MS = 25;

/** Wakes the worker by a timer of the process, at the latest when the next run is due. */
export class TimerRunDispatcher extends RunDispatcher {
  private readonly logger = new LineLogger('Toolgate');
  private timer?: NodeJS.Timeout;
  private work?: () => Promise<number | undefined>;
  private isWorking = false;
  private isWoken = false;
  private readonly sweepMs: number;

  constructor({ sweepMs = 5000 }: TimerRunDispatcherOptions = {}) {
    super();
    this.sweepMs = sweepMs;
  }

  start(work: () => Promise<number | undefined>): void {
    this.work = work;
    this.wake();
  }

  wake(): void {
    this.isWoken = true;
    if (!this.isWorking) this.plan(0);
  }

  stop(): void {
    this.work = undefined;
    clearTimeout(this.timer);
  }

  private plan(ms: number): void {
    clearTimeout(this.timer);
    if (!this.work) return;
    this.timer = setTimeout(() => void this.sweep(), ms);
    this.timer.unref();
  }

  private async sweep(): Promise<void> {
    const { work } = this;
    if (!work) return;
    this.isWorking = true;
    this.isWoken = false;
    const next = await work().catch((error: unknown) => {
      this.logger.warn(`Due runs could not be listed, and are listed again later: ${describeError(error)}`);
      return undefined;
    });
    this.isWorking = false;
    this.plan(this.isWoken ? 0 : Math.min(this.sweepMs, Math.max(SOONEST_MS, next ?? this.sweepMs)));
  }
}
