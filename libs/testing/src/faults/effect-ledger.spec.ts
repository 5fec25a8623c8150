import { describe, expect, it } from 'vitest';
import { EffectLedger } from './effect-ledger.js';
import { VirtualClock } from './virtual-clock.js';

describe('a ledger of effects', () => {
  it('counts each effect under its key', () => {
    const ledger = new EffectLedger();
    expect([ledger.record('a'), ledger.record('b'), ledger.record('a')]).toEqual([1, 1, 2]);
    expect(ledger.counts).toEqual({ a: 2, b: 1 });
    expect(ledger.count('c')).toBe(0);
  });

  it('throws for effects that happened twice, with their keys, and for effects without a key', () => {
    const ledger = new EffectLedger();
    ledger.record('once');
    ledger.assertAtMostOnce();
    ledger.record('twice');
    ledger.record('twice');
    expect(() => ledger.assertAtMostOnce()).toThrow(/more than once/);
    expect(() => ledger.record(undefined)).toThrow('no idempotency key');
  });
});

describe('the clock of a test', () => {
  it('only advances when a test advances it, and never runs backwards', () => {
    const clock = new VirtualClock(1000);
    const { now } = clock;
    expect([now(), now(), clock.advance(500), now()]).toEqual([1000, 1000, 1500, 1500]);
    for (const ms of [-1, Number.NaN]) expect(() => clock.advance(ms)).toThrow(RangeError);
  });
});
