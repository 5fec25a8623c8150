import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import type { ToolIndexEvictionStrategy } from '../contract/tool-index-eviction.strategy.js';
import { ToolSearchException } from '../contract/tool-search.errors.js';
import { AlwaysEvictStrategy } from './always-evict.strategy.js';
import { CompositeEvictionStrategy } from './composite-eviction.strategy.js';
import { LruEvictionStrategy } from './lru-eviction.strategy.js';
import { NeverEvictStrategy } from './never-evict.strategy.js';
import { TtlEvictionStrategy } from './ttl-eviction.strategy.js';

const use = (strategy: ToolIndexEvictionStrategy, ...sessions: readonly string[]): readonly string[] =>
  sessions.flatMap((session) => strategy.onAccess(session));

describe('LruEvictionStrategy', () => {
  it('evicts the least recently used session above its limit', () => {
    const strategy = new LruEvictionStrategy(2);
    expect(use(strategy, 'a', 'b')).toEqual([]);
    expect(use(strategy, 'c')).toEqual(['a']);
    expect(use(strategy, 'd')).toEqual(['b']);
  });

  it('counts a reused session as the newest, and only once', () => {
    const strategy = new LruEvictionStrategy(2);
    expect(use(strategy, 'a', 'b', 'a', 'a', 'b', 'a')).toEqual([]);
    expect(use(strategy, 'c')).toEqual(['b']);
  });

  it('has room again after another caller removed a session', () => {
    const strategy = new LruEvictionStrategy(2);
    use(strategy, 'a', 'b');
    strategy.onRemoved('a');
    strategy.onRemoved('nobody');
    expect(use(strategy, 'c')).toEqual([]);
    expect(use(strategy, 'd')).toEqual(['b']);
  });

  it('keeps 1,000 sessions by default', () => {
    const strategy = new LruEvictionStrategy();
    expect(use(strategy, ...Array.from({ length: 1000 }, (_, place) => `${place}`))).toEqual([]);
    expect(use(strategy, 'one more')).toEqual(['0']);
  });

  it.each([0, -1, 1.5, NaN, Infinity, '2'])('refuses a limit of %o sessions', (count) => {
    expect(() => new LruEvictionStrategy(count as number)).toThrow(ToolSearchException);
    expect(() => new LruEvictionStrategy(count as number)).toThrow('Pass a whole number above 0');
  });

  it('evicts the same sessions as a list ordered by use', () => {
    const step = fc.record({ session: fc.constantFrom('a', 'b', 'c', 'd', 'e'), removed: fc.boolean() });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), fc.array(step, { maxLength: 40 }), (max, steps) => {
        const strategy = new LruEvictionStrategy(max);
        let used: readonly string[] = [];
        for (const { session, removed } of steps) {
          used = used.filter((each) => each !== session);
          if (removed) strategy.onRemoved(session);
          else {
            used = [...used, session];
            expect(strategy.onAccess(session)).toEqual(used.slice(0, Math.max(0, used.length - max)));
            used = used.slice(-max);
          }
        }
      }),
    );
  });
});

describe('TtlEvictionStrategy', () => {
  it('evicts idle sessions when any session is used, and never that one', () => {
    let now = 0;
    const strategy = new TtlEvictionStrategy(100, () => now);
    use(strategy, 'a', 'b');
    now = 60;
    expect(use(strategy, 'b')).toEqual([]);
    now = 100;
    expect(use(strategy, 'c')).toEqual(['a']);
    now = 1000;
    expect(use(strategy, 'b')).toEqual(['c']);
    now = 5000;
    expect(use(strategy, 'b')).toEqual([]);
  });

  it('does not return a session that another caller removed', () => {
    let now = 0;
    const strategy = new TtlEvictionStrategy(100, () => now);
    use(strategy, 'a');
    strategy.onRemoved('a');
    now = 1000;
    expect(use(strategy, 'b')).toEqual([]);
  });

  it.each([0, -1, NaN, Infinity, undefined])('refuses an idle time of %o milliseconds', (ttlMs) => {
    expect(() => new TtlEvictionStrategy(ttlMs as number)).toThrow(ToolSearchException);
    expect(() => new TtlEvictionStrategy(ttlMs as number)).toThrow('Pass a number of milliseconds above 0');
    expect(() => new TtlEvictionStrategy(1, 0 as never)).toThrow('Date.now');
  });

  it('evicts each session after its idle time', () => {
    const step = fc.record({ session: fc.constantFrom('a', 'b', 'c', 'd'), after: fc.nat(60), removed: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let now = 0;
        const strategy = new TtlEvictionStrategy(100, () => now);
        const used = new Map<string, number>();
        for (const { session, after, removed } of steps) {
          now += after;
          used.delete(session);
          if (removed) strategy.onRemoved(session);
          else {
            const idle = [...used.keys()].filter((each) => now - used.get(each)! >= 100);
            expect(strategy.onAccess(session)).toEqual(idle);
            for (const each of idle) used.delete(each);
            used.set(session, now);
          }
        }
      }),
    );
  });
});

describe('the other strategies', () => {
  it('evict nothing, or the used session', () => {
    expect(use(new NeverEvictStrategy(), 'a', 'b')).toEqual([]);
    expect(use(new AlwaysEvictStrategy(), 'a', 'b')).toEqual(['a', 'b']);
    const strategies: readonly ToolIndexEvictionStrategy[] = [new NeverEvictStrategy(), new AlwaysEvictStrategy()];
    for (const strategy of strategies) strategy.onRemoved('a');
  });
});

describe('CompositeEvictionStrategy', () => {
  it('evicts each session that any of its strategies returns once, and notifies all of them', () => {
    let now = 0;
    const lru = new LruEvictionStrategy(2);
    const strategy = new CompositeEvictionStrategy([lru, new TtlEvictionStrategy(100, () => now)]);
    use(strategy, 'a', 'b');
    now = 100;
    const idle = use(strategy, 'c');
    expect([...idle].sort()).toEqual(['a', 'b']);
    for (const session of idle) strategy.onRemoved(session);
    // Without the notification, the first strategy would still count b.
    expect(use(lru, 'd')).toEqual([]);
  });

  it('calls all of its strategies, even if one has returned a session', () => {
    const strategy = new CompositeEvictionStrategy([new AlwaysEvictStrategy(), new LruEvictionStrategy(1)]);
    expect(use(strategy, 'a')).toEqual(['a']);
    expect(use(strategy, 'b')).toEqual(['b', 'a']);
  });

  it.each([[[]], [undefined], [[{}]], [[new NeverEvictStrategy(), undefined]]])('refuses %o', (strategies) => {
    expect(() => new CompositeEvictionStrategy(strategies as never)).toThrow(ToolSearchException);
    expect(() => new CompositeEvictionStrategy(strategies as never)).toThrow('Pass a list of one or more');
  });
});
