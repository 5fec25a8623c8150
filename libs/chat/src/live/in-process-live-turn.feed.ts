import { LiveTurnFeed } from '../contract/live-turn.feed.js';

/** Notifies the readers of live turns in this process only. */
export class InProcessLiveTurnFeed extends LiveTurnFeed {
  private readonly listeners = new Set<(run?: string) => void>();

  publish(run?: string): void {
    for (const listener of this.listeners) listener(run);
  }

  subscribe(listener: (run?: string) => void): () => void {
    // A new function for each subscription, because one listener may subscribe several times.
    const subscription = (run?: string): void => listener(run);
    this.listeners.add(subscription);
    return () => void this.listeners.delete(subscription);
  }
}
