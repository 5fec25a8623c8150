import type { PublishedChange } from './approval-change.js';
import { ApprovalChangeFeed } from './approval-change.feed.js';

type Listener = (change: PublishedChange) => void;

/** Carries changes within this process. */
export class InProcessChangeFeed extends ApprovalChangeFeed {
  private readonly listeners = new Set<Listener>();

  override isListening(): boolean {
    return this.listeners.size > 0;
  }

  publish(change: PublishedChange): void {
    for (const listener of this.listeners) listener(change);
  }

  subscribe(listener: Listener): () => void {
    // A wrapper of its own, so that a listener that subscribes twice has two subscriptions.
    const own: Listener = (change) => listener(change);
    this.listeners.add(own);
    return () => void this.listeners.delete(own);
  }
}
