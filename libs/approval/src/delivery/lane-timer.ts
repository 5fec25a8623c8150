import { LineLogger } from 'toolgate/model';
import { describeFailure } from '../errors/describe-failure.js';

/** The longest time between two looks at the store, in milliseconds: other processes write notices too. */
const LOOK_MS = 5000;
const SOONEST_MS = 25;

/** Runs the work of a lane when it is woken, and at the latest every five seconds. */
export class LaneTimer {
  private readonly logger = new LineLogger('Toolgate');
  private timer?: NodeJS.Timeout;
  private running?: Promise<void>;
  private isWanted = false;
  private isStopped = false;
  private hasFailed = false;

  constructor(
    /** Returns in how many milliseconds it has more work. */
    private readonly work: () => Promise<number>,
  ) {}

  /** Runs the work now, or again after the present run. */
  wake(): void {
    this.isWanted = true;
    if (this.running || this.isStopped) return;
    clearTimeout(this.timer);
    this.running = this.run();
  }

  /** Starts no more work, and waits for the present run. */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private async run(): Promise<void> {
    let nextInMs = Infinity;
    while (this.isWanted && !this.isStopped) {
      this.isWanted = false;
      nextInMs = await this.workOnce();
    }
    this.running = undefined;
    if (!this.isStopped) this.wait(Math.min(LOOK_MS, Math.max(SOONEST_MS, nextInMs)));
  }

  private async workOnce(): Promise<number> {
    try {
      const nextInMs = await this.work();
      this.hasFailed = false;
      return nextInMs;
    } catch (error) {
      if (!this.hasFailed)
        this.logger.warn(`Notices could not be read, and are read again later: ${describeFailure(error)}`);
      this.hasFailed = true;
      return Infinity;
    }
  }

  private wait(ms: number): void {
    this.timer = setTimeout(() => this.wake(), ms);
    this.timer.unref();
  }
}
