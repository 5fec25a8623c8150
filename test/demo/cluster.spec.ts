import { afterEach, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { buildInbox } from '../built-inbox.fixture.js';
import { type DemoRun, startDemo } from './demo-run.fixture.js';

const MINUTES = 180_000;

vi.setConfig({ testTimeout: MINUTES, hookTimeout: MINUTES });

const running: DemoRun[] = [];

const start = async (options?: readonly string[], folder?: string): Promise<DemoRun> => {
  const run = await startDemo('cluster', options, folder);
  running.push(run);
  return run;
};

beforeAll(buildInbox);

afterEach(async () => {
  for (const run of running.splice(0)) {
    run.end('SIGTERM');
    await run.result;
  }
});

const STORY = [
  /PostgreSQL +Listens on port \d+/,
  /instance \d +Listens on http/,
  /instance 1 +Ann asks: "Refund order A-1043"/,
  /instance 1 +The turn waits in PostgreSQL\. Refunds above €50 need a manager\./,
  /instance 2 +Grace, a manager, finds the refund through the front door and approves it\./,
  /instance \d +Resumes the turn\. It has booked the refund, and waits for the bank\./,
  /instance \d +Is killed \(SIGKILL\) before it can save the result of the refund\./,
  /instance \d +Reports the turn as resuming: the lease of instance \d has not expired yet\./,
  /instance \d +Resumes the turn after the lease has expired, and starts the same refund again\./,
  /instance \d +Answers: "I refunded €80 of order A-1043\."/,
  /instance \d +Answers: "My last answer was: I refunded €80 of order A-1043\."/,
  /✓ Workers resumed the turn 2 times, because instance \d was killed\./,
  /✓ The refund started 2 times, with the same idempotency key\./,
  /✓ The ledger has one entry: €80 of order A-1043\./,
  /✓ The turn ended once, on instance \d\./,
];

const END = /Everything has stopped\. No process and no file is left\./;

const addressesIn = (output: string): readonly string[] =>
  [...output.matchAll(/^ {2}instance \d +(http:\S+)/gm)].map(([, url]) => url!);

const pidAt = async (url: string): Promise<number> => {
  const server: { readonly pid: number } = Object(await (await fetch(`${url}/server`)).json());
  return server.pid;
};

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const expectStory = (output: string): void => {
  const places = STORY.map((line) => output.search(line));
  expect(places, output).toEqual([...places].sort((a, b) => a - b));
  expect(places, output).not.toContain(-1);
};

describe('npm run cluster', () => {
  // The next test contains the same story.
  it.runIf(inject('isThorough'))('kills an instance during a refund, refunds once, and leaves nothing', async () => {
    const run = await start();
    const { code, output } = await run.result;
    expectStory(output);
    expect(output).toMatch(END);
    expect(code).toBe(0);
    expect(run.leftFiles()).toEqual([]);
  });

  it('with --stay, refunds once although an instance is killed, starts it again, and stops all at a signal', async () => {
    const run = await start(['--stay']);
    const output = await run.prints('Press Ctrl+C');
    expectStory(output);
    const [first, ...others] = addressesIn(output);
    expect(others).toHaveLength(2);
    const killed = await pidAt(first!);
    await fetch(`${first}/server`, { method: 'DELETE' }).catch(() => undefined);
    await run.prints('Was killed. It starts again.');
    await vi.waitUntil(async () => (await pidAt(first!).catch(() => killed)) !== killed, MINUTES);
    const pids = await Promise.all([first!, ...others].map(pidAt));
    expect(pids.every(isRunning)).toBe(true);
    // A process that does not react is killed, and the command waits for it.
    process.kill(pids[0]!, 'SIGSTOP');
    onTestFinished(() => void (isRunning(pids[0]!) && process.kill(pids[0]!, 'SIGKILL')));
    run.end('SIGTERM');
    expect((await run.result).code).toBe(0);
    expect(pids.some(isRunning)).toBe(false);
    expect(run.leftFiles()).toEqual([]);
  });

  it('leaves nothing if it is stopped while the instances start', async () => {
    const run = await start();
    await run.prints('Listens on port');
    run.end('SIGINT');
    expect((await run.result).code).toBe(130);
    expect(run.leftFiles()).toEqual([]);
  });

  it('names the reason and a remedy if PostgreSQL cannot start', async () => {
    const { code, output } = await (await start([], '/no/such/folder')).result;
    expect(output).toContain('Set TMPDIR to a folder to which you can write.');
    expect(code).toBe(1);
  });

  it('refuses an unknown option', async () => {
    const { code, output } = await (await start(['--keep'])).result;
    expect(output).toContain("Unknown option '--keep'. The only option is --stay: npm run cluster -- --stay");
    expect(code).toBe(2);
  });
});
