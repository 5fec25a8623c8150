import { ToolIndexEvictionStrategy } from '../tool-index-eviction.strategy.js';

/** Forgets no session: for an application that has few, or that forgets them itself. */
export class NeverEvictStrategy extends ToolIndexEvictionStrategy {
  onAccess(): readonly string[] {
    return [];
  }

  onRemoved(): void {}
}
