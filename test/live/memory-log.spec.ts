import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StreamPart } from 'toolgate';
import { InMemoryTurnLog, LiveTurnException, type TurnLogWriter } from 'toolgate/chat';

const text = (length: number): readonly StreamPart[] => [{ type: 'text-delta', id: '0', delta: 'x'.repeat(length) }];
const open = (log: InMemoryTurnLog, run: string): TurnLogWriter =>
  log.open(run, { tenant: 't', attempt: 0, onAbort: () => {} });

const ended = (log: InMemoryTurnLog, run: string, length: number): void => {
  const turn = open(log, run);
  void turn.append(text(length));
  void turn.end();
};

const has = (log: InMemoryTurnLog, ...runs: readonly string[]): readonly boolean[] =>
  runs.map((run) => log.find(run) !== undefined);

describe('the memory of a log', () => {
  it('removes ended turns, oldest first, before it holds too many bytes', () => {
    const log = new InMemoryTurnLog({ maxBytes: 10_000 });
    ended(log, 'a', 4000);
    ended(log, 'b', 4000);
    expect(has(log, 'a', 'b')).toEqual([true, true]);
    ended(log, 'c', 4000);
    expect(has(log, 'a', 'b', 'c')).toEqual([false, true, true]);
  });

  it('gives up the turn that exceeds it, if no other has ended', async () => {
    const log = new InMemoryTurnLog({ maxBytes: 10_000 });
    const first = open(log, 'a');
    void first.append(text(6000));
    const second = open(log, 'b');
    const reading = (async () => {
      for await (const _ of log.read('b', 0));
    })();
    expect(() => second.append(text(6000))).toThrow(LiveTurnException);
    await expect(reading).rejects.toThrow('was lost before its end');
    expect(has(log, 'a', 'b')).toEqual([true, false]);
    void first.append(text(3000));
    expect(has(log, 'a')).toEqual([true]);
  });

  it('counts each turn again after others were removed', () => {
    const log = new InMemoryTurnLog({ maxBytes: 10_000 });
    for (let index = 0; index < 100; index++) ended(log, `r${index}`, 4000);
    expect(has(log, 'r97', 'r98', 'r99')).toEqual([false, true, true]);
  });
});

describe('the time of a log', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('ends for each turn after its end, and never for an open one', () => {
    const log = new InMemoryTurnLog({ keepMs: 1000 });
    open(log, 'open');
    ended(log, 'a', 1);
    vi.advanceTimersByTime(600);
    ended(log, 'b', 1);
    vi.advanceTimersByTime(400);
    expect(has(log, 'open', 'a', 'b')).toEqual([true, false, true]);
    vi.advanceTimersByTime(600);
    expect(has(log, 'open', 'a', 'b')).toEqual([true, false, false]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('begins again when a further attempt is opened', () => {
    const log = new InMemoryTurnLog({ keepMs: 1000 });
    ended(log, 'a', 1);
    vi.advanceTimersByTime(900);
    const again = log.open('a', { tenant: 't', attempt: 1, onAbort: () => {} });
    vi.advanceTimersByTime(900);
    expect(has(log, 'a')).toEqual([true]);
    void again.end();
    vi.advanceTimersByTime(1000);
    expect(has(log, 'a')).toEqual([false]);
  });
});
