export { AlwaysEvictStrategy } from './eviction/always-evict.strategy.js';
export { CompositeEvictionStrategy } from './eviction/composite-eviction.strategy.js';
export { LruEvictionStrategy } from './eviction/lru-eviction.strategy.js';
export { NeverEvictStrategy } from './eviction/never-evict.strategy.js';
export { TtlEvictionStrategy } from './eviction/ttl-eviction.strategy.js';
export { KeywordToolIndex, type KeywordToolIndexOptions } from './indexes/keyword-tool.index.js';
export { RegexToolIndex } from './indexes/regex-tool.index.js';
export { VectorToolIndex, type VectorToolIndexOptions } from './indexes/vector-tool.index.js';
export { sessionIdOf } from './session-id-of.js';
export {
  type FoundTool,
  ToolIndex,
  type ToolReference,
  type ToolSearchRequest,
  type ToolSearchResponse,
} from './tool-index.js';
export { ToolIndexEvictionStrategy } from './tool-index-eviction.strategy.js';
export { ToolSearchException } from './tool-search.errors.js';
export { ToolSearchModule } from './tool-search.module.js';
export type { ToolIndexType, ToolSearchModuleOptions } from './tool-search.module-definition.js';
export type { ToolSearchOptions, ToolSearchSettings } from './tool-search-options.js';
export { ToolSearchSessions } from './tool-search-sessions.js';
export { TOOL_SEARCH_TOOL } from './tool-search-tool.js';
export {
  ToolSearchToolCallingAdvisor,
  type ToolSearchToolCallingAdvisorOptions,
} from './tool-search-tool-calling.advisor.js';
