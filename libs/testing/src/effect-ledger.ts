import assert from 'node:assert/strict';

/** Counts what tools really did, by the key that each call of them is given: `ledger.record(context.idempotencyKey)`. */
export class EffectLedger {
  private readonly effects = new Map<string, number>();

  /** Every key, in the order in which they first came, with the number of its effects. */
  get counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.effects);
  }

  /** Notes an effect; gives how many its key has had with it. Throws `AssertionError` without a key. */
  record(key: string | undefined): number {
    assert.ok(key, 'an effect had no idempotency key');
    const count = this.count(key) + 1;
    this.effects.set(key, count);
    return count;
  }

  /** How many effects a key has had. */
  count(key: string): number {
    return this.effects.get(key) ?? 0;
  }

  /** Throws `AssertionError`, which names them, where keys had more than one effect. */
  assertAtMostOnce(): void {
    const repeated = [...this.effects].filter(([, count]) => count > 1);
    assert.deepEqual(Object.fromEntries(repeated), {}, 'these effects happened more than once');
  }
}
