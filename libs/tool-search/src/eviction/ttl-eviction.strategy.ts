import { ToolIndexEvictionStrategy } from '../tool-index-eviction.strategy.js';
import { ToolSearchException } from '../tool-search.errors.js';

/** Forgets the sessions that were not used for so many milliseconds, as soon as any session is used. */
export class TtlEvictionStrategy extends ToolIndexEvictionStrategy {
  /** When each was used, in the order of their use, the oldest first. */
  private readonly sessions = new Map<string, number>();

  constructor(
    private readonly ttlMs: number,
    private readonly now: () => number = Date.now,
  ) {
    super();
    if (!(Number.isFinite(ttlMs) && ttlMs > 0)) {
      throw new ToolSearchException(`ttlMs is ${String(ttlMs)}. Give a number of milliseconds above 0.`);
    }
    if (typeof now !== 'function') throw new ToolSearchException('now is no function. Give one such as Date.now.');
  }

  onAccess(sessionId: string): readonly string[] {
    const now = this.now();
    this.sessions.delete(sessionId);
    this.sessions.set(sessionId, now);
    const idle: string[] = [];
    for (const [session, used] of this.sessions) {
      if (session === sessionId || now - used < this.ttlMs) break;
      idle.push(session);
      this.sessions.delete(session);
    }
    return idle;
  }

  onRemoved(sessionId: string): void {
    this.sessions.delete(sessionId);
  }
}
