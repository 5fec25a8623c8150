import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { ShopJob, ShopReport } from './shop/shop-job.fixture.js';

/** How a process ended. */
export interface InstanceEnd {
  readonly code: number | null;
  readonly signal: string | null;
}

const LAST_OUTPUT = 4000;

/** A process of the shop, which is started at once. */
export class ShopInstance {
  readonly ended: Promise<InstanceEnd>;
  /** The number of open runs and approvals in its last report; undefined before the first. */
  open?: number;
  /** How often it has stopped itself. */
  stops = 0;
  /** Whether the application has started. */
  hasStarted = false;
  /** Its last output. */
  output = '';
  /** Settles after the application has started, or the process has ended. */
  private readonly ready: Promise<unknown>;
  private readonly child: ChildProcess;
  private readonly sent = new Set<string>();

  constructor(
    program: string,
    readonly job: ShopJob,
  ) {
    this.child = fork(program, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [] });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (chunk) => (this.output = `${this.output}${String(chunk)}`.slice(-LAST_OUTPUT)));
    this.ended = new Promise((resolve) => this.child.once('exit', (code, signal) => resolve({ code, signal })));
    const ready = new Promise<void>((resolve) => {
      this.child.on('message', (report: ShopReport) => {
        if (report.type === 'open') this.open = report.count;
        else if (report.type === 'stops') void this.continueAfter(report.forMs);
        else resolve();
        if (report.type === 'ready') this.hasStarted = true;
        if (report.type === 'failed') this.fail(report.error);
      });
    });
    this.ready = Promise.race([ready, this.ended]);
    this.child.send(job);
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  signal(signal: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT'): void {
    this.sent.add(signal);
    this.child.kill(signal);
  }

  /** Waits for some time; returns whether the process has ended by then. */
  async endsWithin(ms: number): Promise<boolean> {
    await Promise.race([this.ended, delay(ms, undefined, { ref: false })]);
    return this.hasEnded;
  }

  /** Asks the process to end, and kills it if it does not; returns what was wrong with its end. */
  async stopWithin(ms: number): Promise<readonly string[]> {
    this.signal('SIGTERM');
    if (await this.endsWithin(ms)) return [];
    this.signal('SIGKILL');
    return [`The process ${this.job.seed} did not end within ${ms} ms of its SIGTERM.`];
  }

  /** Waits until the application has started; returns what was wrong with its start. */
  async startsWithin(ms: number): Promise<readonly string[]> {
    const isReady = await Promise.race([this.ready.then(() => true), delay(ms, false, { ref: false })]);
    return isReady ? [] : [`The process ${this.job.seed} did not start within ${ms} ms.`];
  }

  /** Returns what is wrong with the way it ended: nothing if a signal explains it. */
  async faultsOfEnd(): Promise<readonly string[]> {
    const { code, signal } = await this.ended;
    if (signal !== null && this.sent.has(signal)) return [];
    return [`The process ${this.job.seed} ended by itself with ${signal ?? `code ${code}`}:\n${this.output}`];
  }

  private async continueAfter(ms: number): Promise<void> {
    this.stops++;
    await delay(ms, undefined, { ref: false });
    this.child.kill('SIGCONT');
  }

  private fail(error: string): void {
    this.output = `${this.output}${error}`;
    this.child.disconnect();
  }
}
