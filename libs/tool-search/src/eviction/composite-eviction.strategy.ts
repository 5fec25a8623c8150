import { ToolIndexEvictionStrategy } from '../contract/tool-index-eviction.strategy.js';
import { ToolSearchException } from '../contract/tool-search.errors.js';

/** Evicts the sessions that any of its strategies returns, and notifies all strategies of each eviction. */
export class CompositeEvictionStrategy extends ToolIndexEvictionStrategy {
  private readonly strategies: readonly ToolIndexEvictionStrategy[];

  constructor(strategies: readonly ToolIndexEvictionStrategy[]) {
    super();
    if (!Array.isArray(strategies) || strategies.length === 0 || !strategies.every(isStrategy)) {
      throw new ToolSearchException(
        'CompositeEvictionStrategy needs strategies. Pass a list of one or more, such as [new LruEvictionStrategy(), new TtlEvictionStrategy(60_000)].',
      );
    }
    this.strategies = [...strategies];
  }

  onAccess(sessionId: string): readonly string[] {
    return [...new Set(this.strategies.flatMap((strategy) => strategy.onAccess(sessionId)))];
  }

  onRemoved(sessionId: string): void {
    for (const strategy of this.strategies) strategy.onRemoved(sessionId);
  }
}

const isStrategy = (value: Partial<ToolIndexEvictionStrategy> | undefined): boolean =>
  typeof value?.onAccess === 'function' && typeof value.onRemoved === 'function';
