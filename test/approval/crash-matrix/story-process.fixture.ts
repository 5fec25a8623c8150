import { type ChildProcess, fork } from 'node:child_process';
import type { StoryJob, StoryReport } from './crash-story.fixture.js';

/** How a process ended, or what it found. */
export type StoryEnd =
  | { readonly type: 'told'; readonly report: StoryReport }
  | { readonly type: 'ended'; readonly signal: string | null; readonly code: number | null };

type Told = StoryReport | { readonly id: number; readonly error: string } | 'ready';

/** A child process that runs stories, one or several at a time, until it ends. */
export class StoryProcess {
  private readonly child: ChildProcess;
  private readonly waiting = new Map<number, (told: Told) => void>();
  private readonly ready: Promise<void>;
  private readonly ended: Promise<StoryEnd>;
  private said = '';

  constructor(program: string) {
    this.child = fork(program, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [] });
    for (const output of [this.child.stdout, this.child.stderr]) {
      output?.on('data', (chunk) => (this.said = `${this.said}${String(chunk)}`.slice(-4000)));
    }
    this.ended = new Promise((resolve) => {
      this.child.once('close', (code, signal) => resolve({ type: 'ended', code, signal }));
    });
    this.ready = new Promise((resolve) => {
      this.child.on('message', (told: Told) => (told === 'ready' ? resolve() : this.waiting.get(told.id)?.(told)));
    });
  }

  /**
   * Returns the report of the story, or how the process ended. Throws, with the output of the process, if the story
   * could not run.
   */
  async tell(job: StoryJob): Promise<StoryEnd> {
    await Promise.race([this.ready, this.ended]);
    const told = new Promise<Told>((resolve) => this.waiting.set(job.id, resolve));
    if (this.child.connected) this.child.send(job);
    const end = await Promise.race([told, this.ended]);
    this.waiting.delete(job.id);
    if (end === 'ready' || 'type' in end) return end as StoryEnd;
    if ('error' in end) throw new Error(`${end.error}\n${this.said}`);
    return { type: 'told', report: end };
  }

  /** The last output of the process. */
  get output(): string {
    return this.said;
  }

  async stop(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }
}
