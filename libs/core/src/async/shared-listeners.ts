/** Listeners by their keys. They share one subscription, which begins with the first of them and ends with the last. */
export class SharedListeners<Key, Listener> {
  private readonly byKey = new Map<Key, Set<Listener>>();
  private unsubscribe?: () => void;

  constructor(private readonly subscribe: () => () => void) {}

  add(key: Key, listener: Listener): void {
    this.unsubscribe ??= this.subscribe();
    const listeners = this.byKey.get(key) ?? new Set();
    this.byKey.set(key, listeners.add(listener));
  }

  remove(key: Key, listener: Listener): void {
    const listeners = this.byKey.get(key);
    listeners?.delete(listener);
    if (listeners?.size === 0) this.byKey.delete(key);
    if (this.byKey.size > 0) return;
    this.unsubscribe?.();
    this.unsubscribe = undefined;
  }

  /** Returns the listeners of a key. */
  of(key: Key): Iterable<Listener> {
    return this.byKey.get(key) ?? [];
  }

  /** Returns the listeners of all keys. */
  *all(): Iterable<Listener> {
    for (const listeners of this.byKey.values()) yield* listeners;
  }
}
