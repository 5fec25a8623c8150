import type { DueRun } from './due-run.js';
import { type DueWorker, RunDispatcher } from './run.dispatcher.js';

/** The options of a TimerRunDispatcher. */
export interface TimerRunDispatcherOptions {
  /** The longest time between two sweeps, in milliseconds. @default 5,000 */
  readonly sweepMs?: number;
}

const SOONEST_MS = 25;

/** Wakes the worker by a timer of the process, at the latest when the next run is due. */
export class TimerRunDispatcher extends RunDispatcher {
  private readonly sweepMs: number;
  private worker?: DueWorker;
  private timer?: NodeJS.Timeout;
  private isSweeping = false;
  /** When the next sweep begins, by `performance.now()`. */
  private next = Infinity;

  constructor({ sweepMs = 5000 }: TimerRunDispatcherOptions = {}) {
    super();
    this.sweepMs = sweepMs;
  }

  start(worker: DueWorker): void {
    this.worker = worker;
    this.plan(0);
  }

  due(_run: DueRun, inMs: number): void {
    this.sweepIn(inMs);
  }

  /** Sweeps in some milliseconds at the latest. A time beyond the next sweep has no effect. */
  sweepIn(ms: number): void {
    if (ms < this.sweepMs) this.plan(ms);
  }

  override isRunning(): boolean {
    return this.worker !== undefined;
  }

  stop(): void {
    this.worker = undefined;
    clearTimeout(this.timer);
  }

  /** Plans a sweep, unless an earlier one is planned. A sweep in progress may have missed the run. */
  private plan(inMs: number): void {
    const at = performance.now() + inMs;
    if (!this.worker || at >= this.next) return;
    this.next = at;
    if (!this.isSweeping) this.wait(inMs);
  }

  private wait(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.sweep(), ms);
    this.timer.unref();
  }

  private async sweep(): Promise<void> {
    const { worker } = this;
    if (!worker) return;
    this.isSweeping = true;
    this.next = Infinity;
    const inMs = (await worker.sweep()) ?? Infinity;
    this.plan(Math.min(this.sweepMs, Math.max(SOONEST_MS, inMs)));
    this.isSweeping = false;
    if (this.worker) this.wait(Math.max(0, this.next - performance.now()));
  }
}
