export {
  type FoundTool,
  ToolIndex,
  type ToolReference,
  type ToolSearchRequest,
  type ToolSearchResponse,
} from './tool-index.js';
export { ToolIndexEvictionStrategy } from './tool-index-eviction.strategy.js';
export { ToolSearchException } from './tool-search.errors.js';
