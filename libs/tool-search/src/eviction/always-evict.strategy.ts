import { ToolIndexEvictionStrategy } from '../contract/tool-index-eviction.strategy.js';

/** Evicts a session on each use, so that its tools are indexed again each time. */
export class AlwaysEvictStrategy extends ToolIndexEvictionStrategy {
  onAccess(sessionId: string): readonly string[] {
    return [sessionId];
  }

  onRemoved(): void {}
}
