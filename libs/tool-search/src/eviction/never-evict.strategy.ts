import { ToolIndexEvictionStrategy } from '../contract/tool-index-eviction.strategy.js';

/** Evicts no session: for an application with few sessions, or one that evicts them itself. */
export class NeverEvictStrategy extends ToolIndexEvictionStrategy {
  onAccess(): readonly string[] {
    return [];
  }

  onRemoved(): void {}
}
