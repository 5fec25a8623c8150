import assert from 'node:assert/strict';

/** Counts the effects of tools by the idempotency key of each call: `ledger.record(context.idempotencyKey)`. */
export class EffectLedger {
  private readonly effects = new Map<string, number>();

  /** The number of effects of every key, in the order of the first effects. */
  get counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.effects);
  }

  /** Records an effect and returns the number of effects of its key. Throws `AssertionError` without a key. */
  record(key: string | undefined): number {
    assert.ok(key, 'an effect had no idempotency key');
    const count = this.count(key) + 1;
    this.effects.set(key, count);
    return count;
  }

  /** Returns the number of effects of a key. */
  count(key: string): number {
    return this.effects.get(key) ?? 0;
  }

  /** Throws `AssertionError` with the keys that had more than one effect. */
  assertAtMostOnce(): void {
    const repeated = [...this.effects].filter(([, count]) => count > 1);
    assert.deepEqual(Object.fromEntries(repeated), {}, 'these effects happened more than once');
  }
}
