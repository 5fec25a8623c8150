import { ToolIndexEvictionStrategy } from '../contract/tool-index-eviction.strategy.js';
import { ToolSearchException } from '../contract/tool-search.errors.js';

/** Evicts sessions that have not been used for `ttlMs` milliseconds, when any session is used. */
export class TtlEvictionStrategy extends ToolIndexEvictionStrategy {
  /** The time of the last use of each session, the oldest first. */
  private readonly sessions = new Map<string, number>();

  constructor(
    private readonly ttlMs: number,
    private readonly now: () => number = Date.now,
  ) {
    super();
    if (!(Number.isFinite(ttlMs) && ttlMs > 0)) {
      throw new ToolSearchException(`ttlMs is ${String(ttlMs)}. Pass a number of milliseconds above 0.`);
    }
    if (typeof now !== 'function') throw new ToolSearchException('now is not a function. Pass one, such as Date.now.');
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
