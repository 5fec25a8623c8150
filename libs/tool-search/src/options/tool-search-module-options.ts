import type { ToolSearchSettings } from './tool-search-options.js';

/** Whether and how clients search their tools. */
export interface ToolSearchModuleOptions extends ToolSearchSettings {
  /** Enables the search. @default true with `ToolSearchModule.forRoot()`; false if the module is imported without it */
  readonly enabled?: boolean;
  /** The clients that search, by name. @default all */
  readonly clients?: readonly string[];
  /** The index if the application provides no `ToolIndex`. @default 'regex' */
  readonly indexType?: ToolIndexType;
  /**
   * The lowest score of a result, from 0 to 1: for `keyword` a share of the best score, for `vector` the similarity.
   * @default 0.25, 0.2
   */
  readonly minScore?: number;
  /** The order of the loop. @default HIGHEST_PRECEDENCE + 300 */
  readonly order?: number;
  /** Which sessions are evicted if the application provides no `ToolIndexEvictionStrategy`. */
  readonly eviction?: {
    /** The largest number of sessions; the least recently used ones are evicted. @default 1,000 */
    readonly lruMaxSessions?: number;
    /** The time in milliseconds after which an unused session is evicted. @default unlimited */
    readonly ttlMs?: number;
  };
}

/** The kind of index: patterns and words, words with fuzzy matching, or meaning. */
export type ToolIndexType = 'regex' | 'keyword' | 'vector';
