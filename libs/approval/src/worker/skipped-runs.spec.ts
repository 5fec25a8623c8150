import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SkippedRuns } from './skipped-runs.js';

describe('the runs that a process skips', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('are skipped for the given time', () => {
    const skipped = new SkippedRuns();
    skipped.add('r', 100);
    expect([skipped.has('r'), skipped.has('s')]).toEqual([true, false]);
    jest.advanceTimersByTime(99);
    expect(skipped.has('r')).toBe(true);
    jest.advanceTimersByTime(1);
    expect(skipped.has('r')).toBe(false);
  });

  it('are at most 10,000, and the first ones that were added', () => {
    const skipped = new SkippedRuns();
    for (let index = 0; index < 12_000; index++) skipped.add(`r${index}`, 5000);
    expect([skipped.has('r0'), skipped.has('r9999'), skipped.has('r10000')]).toEqual([true, true, false]);
    jest.advanceTimersByTime(5000);
    skipped.add('r10000', 100);
    expect([skipped.has('r0'), skipped.has('r10000')]).toEqual([false, true]);
  });
});
