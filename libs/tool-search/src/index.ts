export { ToolIndexEvictionStrategy } from './contract/tool-index-eviction.strategy.js';
export {
  type FoundTool,
  ToolIndex,
  type ToolReference,
  type ToolSearchRequest,
  type ToolSearchResponse,
} from './contract/tool-index.js';
export { ToolSearchException } from './contract/tool-search.errors.js';
export { AlwaysEvictStrategy } from './eviction/always-evict.strategy.js';
export { CompositeEvictionStrategy } from './eviction/composite-eviction.strategy.js';
export { LruEvictionStrategy } from './eviction/lru-eviction.strategy.js';
export { NeverEvictStrategy } from './eviction/never-evict.strategy.js';
export { TtlEvictionStrategy } from './eviction/ttl-eviction.strategy.js';
export { KeywordToolIndex, type KeywordToolIndexOptions } from './keyword/keyword-tool.index.js';
export {
  ToolSearchToolCallingAdvisor,
  type ToolSearchToolCallingAdvisorOptions,
} from './loop/tool-search-tool-calling.advisor.js';
export type { ToolIndexType, ToolSearchModuleOptions } from './options/tool-search-module-options.js';
export type { ToolSearchOptions, ToolSearchSettings } from './options/tool-search-options.js';
export { RegexToolIndex } from './regex/regex-tool.index.js';
export { TOOL_SEARCH_TOOL } from './search/tool-search-tool.js';
export { sessionIdOf } from './sessions/session-id.js';
export { ToolSearchSessions } from './sessions/tool-search-sessions.js';
export { VectorToolIndex, type VectorToolIndexOptions } from './vector/vector-tool.index.js';
export { ToolSearchModule } from './tool-search.module.js';
