import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TimerRunDispatcher } from './timer-run.dispatcher.js';

const RUN = { id: 'r', version: 1, client: 'default', work: 'turn' } as const;

/** A dispatcher, and the times of its sweeps. */
const start = (nextInMs: readonly (number | undefined)[] = [], tookMs = 0) => {
  const dispatcher = new TimerRunDispatcher({ sweepMs: 1000 });
  const from = performance.now();
  const sweeps: number[] = [];
  const sweep = async () => {
    sweeps.push(Math.round(performance.now() - from));
    const next = nextInMs[sweeps.length - 1];
    if (tookMs > 0) await new Promise((resolve) => setTimeout(resolve, tookMs));
    return next;
  };
  dispatcher.start({ sweep, resume: () => Promise.reject(new Error('The timer only sweeps.')) });
  return { dispatcher, sweeps };
};

const pass = async (ms: number): Promise<void> => void (await vi.advanceTimersByTimeAsync(ms));

describe('a timer that wakes a worker', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('sweeps at the start, when the next run is due, and at the latest after sweepMs', async () => {
    const { sweeps } = start([300, 5000, undefined, 0]);
    await pass(3400);
    expect(sweeps).toEqual([0, 300, 1300, 2300, 2325, 3325]);
  });

  it('sweeps when a run is due that a write has left, not later and not twice', async () => {
    const { dispatcher, sweeps } = start();
    await pass(100);
    for (const inMs of [500, 200, 400, 5000]) dispatcher.due(RUN, inMs);
    await pass(250);
    expect(sweeps).toEqual([0, 300]);
    for (let count = 0; count < 100; count++) dispatcher.due(RUN, 0);
    await pass(900);
    expect(sweeps).toEqual([0, 300, 350]);
  });

  it('sweeps again after a sweep that may have missed the run, and never twice at the same time', async () => {
    const { dispatcher, sweeps } = start([], 100);
    await pass(40);
    dispatcher.due(RUN, 0);
    dispatcher.due(RUN, 90);
    await pass(50);
    expect(sweeps).toEqual([0]);
    await pass(20);
    expect(sweeps).toHaveLength(2);
  });

  it('sweeps no more after it is stopped, also during a sweep', async () => {
    const idle = start();
    const sweeping = start([], 100);
    await pass(50);
    idle.dispatcher.stop();
    sweeping.dispatcher.stop();
    idle.dispatcher.due(RUN, 0);
    sweeping.dispatcher.due(RUN, 0);
    await pass(5000);
    expect([idle.sweeps, sweeping.sweeps]).toEqual([[0], [0]]);
  });

  it('ignores runs before it is started: the first sweep finds them', async () => {
    const dispatcher = new TimerRunDispatcher();
    dispatcher.due(RUN, 0);
    await pass(5000);
    expect(vi.getTimerCount()).toBe(0);
  });
});
