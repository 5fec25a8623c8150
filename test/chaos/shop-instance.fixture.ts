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
  /** After the application has started, or the process has ended. */
  readonly ready: Promise<unknown>;
  /** How much was open when it last looked; undefined before it has. */
  open?: number;
  /** What it wrote to its output last. */
  output = '';
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
        else resolve();
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

  /** Waits a while; returns whether the process has ended meanwhile. */
  async endsWithin(ms: number): Promise<boolean> {
    await Promise.race([this.ended, delay(ms, undefined, { ref: false })]);
    return this.hasEnded;
  }

  /** What is wrong with the way it ended; undefined where a signal of ours explains it. */
  async faultOfEnd(): Promise<string | undefined> {
    const { code, signal } = await this.ended;
    if (signal !== null && this.sent.has(signal)) return undefined;
    return `The process ${this.job.seed} ended by itself with ${signal ?? `code ${code}`}:\n${this.output}`;
  }

  private fail(error: string): void {
    this.output = `${this.output}${error}`;
    this.child.disconnect();
  }
}
