/** The point at which a process ends. */
export interface CrashPlan {
  /** Killed at the point of this name. */
  readonly kill?: string;
  /** Killed at the point of this number, from 1. */
  readonly killAfter?: number;
  /** Receives a signal to stop at the point of this name, and waits there. */
  readonly stop?: string;
  /** How long it waits there, in milliseconds; forever if absent. */
  readonly holdMs?: number;
  /** Waits at the point of this name until its run is canceled. */
  readonly cancelAt?: string;
}

const never = (): Promise<never> => new Promise(() => {});

/**
 * The points at which a process may die, by name and occurrence, in the order in which it reaches them; it dies at one
 * of them.
 */
export class CrashPoints {
  readonly reached: string[] = [];
  /** Whether the point at which the run is canceled has been reached. */
  isCancelDue = false;
  private goOn = (): void => {};
  private readonly counts = new Map<string, number>();

  constructor(private readonly plan: CrashPlan) {}

  /** Nothing runs after this call if the process is killed here. */
  reach(name: string): string {
    const count = (this.counts.get(name) ?? 0) + 1;
    this.counts.set(name, count);
    const point = `${name} #${count}`;
    this.reached.push(point);
    const { kill, killAfter } = this.plan;
    if (point === kill || this.reached.length === killAfter) process.kill(process.pid, 'SIGKILL');
    return point;
  }

  /** Like `reach`, and delays its caller if the process receives its signal to stop here. */
  async hold(name: string): Promise<void> {
    const { stop, holdMs, cancelAt } = this.plan;
    const point = this.reach(name);
    if (point === cancelAt) await this.untilCanceled();
    if (point !== stop) return;
    process.kill(process.pid, 'SIGTERM');
    await (holdMs === undefined ? never() : new Promise((resolve) => setTimeout(resolve, holdMs)));
  }

  /** Continues what waited for the cancellation of the run. */
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
