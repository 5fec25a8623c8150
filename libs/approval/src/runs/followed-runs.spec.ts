import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { InProcessChangeFeed } from '../changes/in-process-change.feed.js';
import type { RunStatus } from '../records/stored-run.js';
import { FollowedRuns } from './followed-runs.js';

const start = (isShared?: boolean) => {
  const feed = Object.assign(new InProcessChangeFeed(), { isShared });
  const followed = new FollowedRuns(() => feed);
  const woken: string[] = [];
  const follow = (run: string, signal?: AbortSignal): void =>
    void followed.changed(run, signal).then(
      () => woken.push(run),
      () => woken.push(`${run} left`),
    );
  const publish = (id: string, status: RunStatus) =>
    feed.publish({ kind: 'run', id, version: 2, status, tenant: 'acme' });
  return { feed, followed, follow, publish, woken };
};

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

describe('readers that follow a run', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('wake when the run waits or ends, in this process or another, and after changes were lost', async () => {
    const { feed, followed, follow, publish, woken } = start();
    for (const run of ['a', 'b', 'c']) follow(run);
    publish('a', 'resuming');
    await pass(0);
    expect(woken).toEqual([]);
    publish('a', 'completed');
    await pass(0);
    expect(woken).toEqual(['a']);
    followed.wake('b');
    await pass(0);
    expect(woken).toEqual(['a', 'b']);
    feed.publish({ kind: 'reset', tenant: 'other' });
    await pass(0);
    expect(woken).toEqual(['a', 'b', 'c']);
  });

  it.each([
    [false, 500],
    [true, 2000],
  ])('read the run again without a change; if the feed is shared (%s), after %i ms', async (isShared, ms) => {
    const { follow, woken } = start(isShared);
    follow('a');
    await pass(ms - 1);
    expect(woken).toEqual([]);
    await pass(1);
    expect(woken).toEqual(['a']);
  });

  it('leave with their signal, and leave neither a listener nor a timer', async () => {
    const { feed, follow, publish, woken } = start();
    const leaving = new AbortController();
    follow('a', leaving.signal);
    follow('a');
    expect(feed.isListening()).toBe(true);
    leaving.abort();
    await pass(0);
    expect(woken).toEqual(['a left']);
    publish('a', 'failed');
    await pass(0);
    follow('b', leaving.signal);
    await pass(0);
    expect(woken).toEqual(['a left', 'a', 'b left']);
    expect([feed.isListening(), vi.getTimerCount()]).toEqual([false, 0]);
  });
});
