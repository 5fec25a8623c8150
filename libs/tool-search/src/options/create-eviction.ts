import { CompositeEvictionStrategy } from '../eviction/composite-eviction.strategy.js';
import { LruEvictionStrategy } from '../eviction/lru-eviction.strategy.js';
import { TtlEvictionStrategy } from '../eviction/ttl-eviction.strategy.js';
import type { ToolIndexEvictionStrategy } from '../contract/tool-index-eviction.strategy.js';
import type { ToolSearchModuleOptions } from './tool-search-module-options.js';

/** Creates the strategy that the options describe. */
export const createEviction = ({ eviction = {} }: ToolSearchModuleOptions): ToolIndexEvictionStrategy => {
  const { lruMaxSessions, ttlMs } = eviction;
  const lru = new LruEvictionStrategy(lruMaxSessions);
  return ttlMs === undefined ? lru : new CompositeEvictionStrategy([lru, new TtlEvictionStrategy(ttlMs)]);
};
