import type { VectorStore } from 'toolgate/model';
import { LruEvictionStrategy } from './eviction/lru-eviction.strategy.js';
import { CompositeEvictionStrategy } from './eviction/composite-eviction.strategy.js';
import { TtlEvictionStrategy } from './eviction/ttl-eviction.strategy.js';
import { KeywordToolIndex } from './indexes/keyword-tool.index.js';
import { RegexToolIndex } from './indexes/regex-tool.index.js';
import { VectorToolIndex } from './indexes/vector-tool.index.js';
import type { ToolIndex } from './tool-index.js';
import type { ToolIndexEvictionStrategy } from './tool-index-eviction.strategy.js';
import type { ToolSearchModuleOptions } from './tool-search.module-definition.js';

/** Makes the index that options name. */
export const indexOf = ({ indexType, minScore }: ToolSearchModuleOptions, store: VectorStore): ToolIndex => {
  switch (indexType) {
    case 'keyword':
      return new KeywordToolIndex({ minScore });
    case 'vector':
      return new VectorToolIndex(store, { minScore });
    default:
      return new RegexToolIndex();
  }
};

/** Makes the strategy that options describe. */
export const evictionOf = ({ eviction = {} }: ToolSearchModuleOptions): ToolIndexEvictionStrategy => {
  const { lruMaxSessions, ttlMs } = eviction;
  const lru = new LruEvictionStrategy(lruMaxSessions);
  return ttlMs === undefined ? lru : new CompositeEvictionStrategy([lru, new TtlEvictionStrategy(ttlMs)]);
};
