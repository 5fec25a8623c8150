import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SkippedRuns } from './skipped-runs.js';

describe('the runs that a process skips', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are skipped for the given time', () => {
    const skipped = new SkippedRuns();
    skipped.add('r', 100);
    expect([skipped.has('r'), skipped.has('s')]).toEqual([true, false]);
    vi.advanceTimersByTime(99);
    expect(skipped.has('r')).toBe(true);
    vi.advanceTimersByTime(1);
    expect(skipped.has('r')).toBe(false);
  });

  it('are at most 10,000, and the first ones that were added', () => {
    const skipped = new SkippedRuns();
    for (let index = 0; index < 12_000; index++) skipped.add(`r${index}`, 5000);
    expect([skipped.has('r0'), skipped.has('r9999'), skipped.has('r10000')]).toEqual([true, true, false]);
    vi.advanceTimersByTime(5000);
    skipped.add('r10000', 100);
    expect([skipped.has('r0'), skipped.has('r10000')]).toEqual([false, true]);
  });
});
