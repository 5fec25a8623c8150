/** Where a process is to come to its end. */
export interface CrashPlan {
  /** Killed at the point of this name. */
  readonly kill?: string;
  /** Killed at the point of this number, from 1. */
  readonly killAfter?: number;
  /** Told to stop at the point of this name, and held there. */
  readonly stop?: string;
  /** How long it is held there, in milliseconds; without, for good. */
  readonly holdMs?: number;
  /** Held at the point of this name until its run is canceled. */
  readonly cancelAt?: string;
}

const never = (): Promise<never> => new Promise(() => {});

/** The points at which a process may die, by name and occurrence, in the order it reaches them; at one of them it does. */
export class CrashPoints {
  readonly reached: string[] = [];
  /** Whether the point is reached at which the run is to be canceled. */
  isCancelDue = false;
  private goOn = (): void => {};
  private readonly counts = new Map<string, number>();

  constructor(private readonly plan: CrashPlan) {}

  /** Nothing runs behind it where the process is killed here. */
  reach(name: string): string {
    const count = (this.counts.get(name) ?? 0) + 1;
    this.counts.set(name, count);
    const point = `${name} #${count}`;
    this.reached.push(point);
    const { kill, killAfter } = this.plan;
    if (point === kill || this.reached.length === killAfter) process.kill(process.pid, 'SIGKILL');
    return point;
  }

  /** Like `reach`, and holds what awaits it where the process is told to stop here. */
  async hold(name: string): Promise<void> {
    const { stop, holdMs, cancelAt } = this.plan;
    const point = this.reach(name);
    if (point === cancelAt) await this.untilCanceled();
    if (point !== stop) return;
    process.kill(process.pid, 'SIGTERM');
    await (holdMs === undefined ? never() : new Promise((resolve) => setTimeout(resolve, holdMs)));
  }

  /** The run is canceled: what was held for that goes on. */
  canceled(): void {
    this.isCancelDue = false;
    this.goOn();
  }

  private untilCanceled(): Promise<void> {
    this.isCancelDue = true;
    return new Promise((resolve) => {
      this.goOn = resolve;
    });
  }
}
