import type { ToolIndex } from './tool-index.js';
import type { ToolIndexEvictionStrategy } from './tool-index-eviction.strategy.js';

/** How a model finds tools, and what is kept of it. */
export interface ToolSearchSettings {
  /** How many tools a search gives where the model does not say. @default the index's own: 10 */
  readonly maxResults?: number;
  /** What the system message says of the search, behind the prompt's own words. @default a few sentences */
  readonly systemMessageSuffix?: string;
  /** Whether a turn keeps all that it found; otherwise the last search counts. @default true */
  readonly referenceToolNameAccumulation?: boolean;
  /** The parameter of the advisors that names the session. @default the prompt's conversation */
  readonly sessionIdKeyName?: string;
}

/** What a search works with. */
export interface ToolSearchOptions extends ToolSearchSettings {
  readonly toolIndex: ToolIndex;
  /** @default LruEvictionStrategy(1000) */
  readonly evictionStrategy?: ToolIndexEvictionStrategy;
}
