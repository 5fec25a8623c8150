import { describe, expect, it } from 'vitest';
import { within } from './within.js';

const never = new Promise<never>(() => {});
const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
const fail = (): never => {
  throw new Error('late');
};

describe('within a time', () => {
  it('returns the value of a promise that settles in time, and stops the timer', async () => {
    const before = timers();
    await expect(within(Promise.resolve('done'), 60_000, fail)).resolves.toBe('done');
    await expect(within(Promise.reject(new Error('away')), 60_000, fail)).rejects.toThrow('away');
    expect(timers()).toBe(before);
  });

  it('settles as the replacement does after the time', async () => {
    await expect(within(never, 1, () => 'late')).resolves.toBe('late');
    await expect(within(never, 1, fail)).rejects.toThrow('late');
  });

  it('has no limit for an infinite time', async () => {
    const before = timers();
    const waiting = within(never, Infinity, fail);
    expect(timers()).toBe(before);
    await expect(Promise.race([waiting, Promise.resolve('pending')])).resolves.toBe('pending');
  });
});
