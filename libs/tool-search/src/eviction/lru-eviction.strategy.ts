import { ToolIndexEvictionStrategy } from '../contract/tool-index-eviction.strategy.js';
import { ToolSearchException } from '../contract/tool-search.errors.js';

/** Evicts the least recently used sessions if there are more than `maxSessions`. */
export class LruEvictionStrategy extends ToolIndexEvictionStrategy {
  /** In the order of their use, the oldest first. */
  private readonly sessions = new Set<string>();

  constructor(private readonly maxSessions = 1000) {
    super();
    if (Number.isSafeInteger(maxSessions) && maxSessions > 0) return;
    throw new ToolSearchException(`maxSessions is ${String(maxSessions)}. Pass a whole number above 0.`);
  }

  onAccess(sessionId: string): readonly string[] {
    this.sessions.delete(sessionId);
    this.sessions.add(sessionId);
    if (this.sessions.size <= this.maxSessions) return [];
    const [oldest] = this.sessions as Iterable<string> as [string];
    this.sessions.delete(oldest);
    return [oldest];
  }

  onRemoved(sessionId: string): void {
    this.sessions.delete(sessionId);
  }
}
