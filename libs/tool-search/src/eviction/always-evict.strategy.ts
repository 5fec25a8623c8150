import { ToolIndexEvictionStrategy } from '../tool-index-eviction.strategy.js';

/** Forgets a session whenever it is used, so that its tools are indexed anew each time. */
export class AlwaysEvictStrategy extends ToolIndexEvictionStrategy {
  onAccess(sessionId: string): readonly string[] {
    return [sessionId];
  }

  onRemoved(): void {}
}
