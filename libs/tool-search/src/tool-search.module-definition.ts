import { ConfigurableModuleBuilder } from '@nestjs/common';
import type { ToolSearchSettings } from './tool-search-options.js';

/** Whether and how clients search their tools. */
export interface ToolSearchModuleOptions extends ToolSearchSettings {
  /** @default true with `ToolSearchModule.forRoot()`; false where the module is imported as it is */
  readonly enabled?: boolean;
  /** The clients that search, by name. @default all */
  readonly clients?: readonly string[];
  /** How the tools are searched where the application provides no `ToolIndex`. @default 'regex' */
  readonly indexType?: ToolIndexType;
  /** From 0 to 1, what scores less is not found: by `keyword` a share of the best one's score, by `vector` the nearness. @default 0.25, 0.2 */
  readonly minScore?: number;
  /** Where the loop stands. @default HIGHEST_PRECEDENCE + 300 */
  readonly order?: number;
  /** Which sessions are forgotten where the application provides no `ToolIndexEvictionStrategy`. */
  readonly eviction?: {
    /** How many are kept, those used last. @default 1,000 */
    readonly lruMaxSessions?: number;
    /** How long one is kept that nobody uses, in milliseconds. @default as long as there is room */
    readonly ttlMs?: number;
  };
}

/** How tools are searched: by a pattern or words, by words and their likes, by what they mean. */
export type ToolIndexType = 'regex' | 'keyword' | 'vector';

export const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } = new ConfigurableModuleBuilder<ToolSearchModuleOptions>(
  { moduleName: 'ToolSearch' },
)
  .setClassMethodName('forRoot')
  .setFactoryMethodName('createToolSearchOptions')
  .build();
