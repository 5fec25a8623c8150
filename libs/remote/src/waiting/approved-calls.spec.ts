import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApprovedCalls } from './approved-calls.js';

const HOUR_MS = 3_600_000;
const callOf = (id: string) => ({ id, toolName: 'deploy', argsHash: 'h' });

describe('an approved call that is not claimed', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is withdrawn an hour after the other calls of its batch could have been decided, and not before', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const withdrawn: string[] = [];
    const calls = new ApprovedCalls(2 * HOUR_MS, ({ id }) => withdrawn.push(id));
    calls.add(callOf('a'), undefined);
    vi.advanceTimersByTime(2.5 * HOUR_MS);
    calls.add(callOf('b'), undefined);
    expect(withdrawn).toEqual([]);
    vi.advanceTimersByTime(HOUR_MS);
    calls.add(callOf('c'), undefined);
    expect(withdrawn).toEqual(['a']);
  });
});
