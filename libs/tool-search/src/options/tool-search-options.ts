import type { ToolIndex } from '../contract/tool-index.js';
import type { ToolIndexEvictionStrategy } from '../contract/tool-index-eviction.strategy.js';

/** How a model finds tools, and which results a turn keeps. */
export interface ToolSearchSettings {
  /** The number of results if the model does not set it. @default the index's own: 10 */
  readonly maxResults?: number;
  /** The text about the search after the prompt's own system text. @default a few sentences */
  readonly systemMessageSuffix?: string;
  /** Whether a turn keeps all tools that it found; otherwise only those of the last search. @default true */
  readonly referenceToolNameAccumulation?: boolean;
  /** The advisor parameter that contains the session id. @default the prompt's conversation */
  readonly sessionIdKeyName?: string;
}

/** The index of a searching loop, how its sessions end, and the settings of the search. */
export interface ToolSearchOptions extends ToolSearchSettings {
  readonly toolIndex: ToolIndex;
  /** @default LruEvictionStrategy(1000) */
  readonly evictionStrategy?: ToolIndexEvictionStrategy;
}
