import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { waitUntil } from './wait-until.js';

/** How long the bank takes to confirm a refund: time to kill the instance that waits. */
const BANK_MS = '2000';

const STOP_MS = 5000;

const LISTENS = /POST (http:\/\/\S+)\/chat /;

// The file is main.js when it is built, and main.ts in a test.
const main = fileURLToPath(new URL(`../main${extname(import.meta.url)}`, import.meta.url));

const isRunning = (child?: ChildProcess): child is ChildProcess =>
  child !== undefined && child.exitCode === null && child.signalCode === null;

/** A process of the demo. */
export class Instance {
  /** The address, after `start()`. */
  url = '';
  private child?: ChildProcess;
  private lines: string[] = [];

  constructor(
    readonly name: string,
    private readonly database: string,
  ) {}

  get pid(): number | undefined {
    return this.child?.pid;
  }

  get isRunning(): boolean {
    return isRunning(this.child);
  }

  /** Starts the process and waits until it listens, on its former port if it had one. */
  async start(): Promise<void> {
    this.child = this.spawn();
    this.lines = [];
    for (const output of [this.child.stdout, this.child.stderr]) {
      if (output) createInterface({ input: output }).on('line', (line) => void this.lines.push(line));
    }
    this.url = await waitUntil(() => {
      if (!this.isRunning)
        throw new Error(`${this.name} ended while it started. Its output:\n${this.lines.join('\n')}`);
      return this.lines.map((line) => LISTENS.exec(line)?.[1]).find(Boolean);
    }, `The start of ${this.name}`);
  }

  /** Whether the process has logged a matching line. */
  logged(pattern: RegExp): boolean {
    return this.lines.some((line) => pattern.test(line));
  }

  /** Kills the process like a power cut. */
  async kill(): Promise<void> {
    const { child } = this;
    if (!isRunning(child)) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }

  /** Ends the process in order, or kills it after some seconds. */
  async stop(): Promise<void> {
    const { child } = this;
    if (!isRunning(child)) return;
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await exit;
    clearTimeout(late);
  }

  /** Calls the listener when the process has been killed like by a power cut. */
  onKilled(listener: () => void): void {
    this.child?.once('exit', (_, signal) => {
      if (signal === 'SIGKILL') listener();
    });
  }

  private spawn(): ChildProcess {
    // The story depends on the answers of the offline model.
    const { OPENAI_API_KEY: _, ANTHROPIC_API_KEY: __, ...env } = process.env;
    const PORT = this.url ? new URL(this.url).port : '0';
    const settings = { NODE_ENV: 'development', TOOLGATE_DATABASE: this.database, HOST: '127.0.0.1', PORT, BANK_MS };
    return spawn(process.execPath, [...process.execArgv, main], {
      env: { ...env, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }
}
