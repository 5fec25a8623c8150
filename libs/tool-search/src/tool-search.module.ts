import {
  type DynamicModule,
  Inject,
  Module,
  type OnApplicationShutdown,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { Seams, messageOf, seamProvider } from '#core';
import { ChatClientRegistry, ToolAdvisorFactory } from 'toolgate/chat';
import { EmbeddingModel, LineLogger, VectorStore } from 'toolgate/model';
import { ToolCallingManager } from 'toolgate/tool';
import { effectiveOptions } from './options/effective-options.js';
import { VectorToolIndex } from './vector/vector-tool.index.js';
import { createIndex } from './options/create-index.js';
import { ToolIndex } from './contract/tool-index.js';
import { ToolIndexEvictionStrategy } from './contract/tool-index-eviction.strategy.js';
import { ToolSearchAdvisorFactory } from './loop/tool-search-advisor.factory.js';
import { ToolSearch } from './search/tool-search.js';
import { TOOL_SEARCH_OPTIONS } from './tool-search.constants.js';
import { noToolsOf, ToolSearchException } from './contract/tool-search.errors.js';
import { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } from './tool-search.module-definition.js';
import { ToolSearchSessions } from './sessions/tool-search-sessions.js';
import { ToolSearchToolProvider } from './search/tool-search-tool.provider.js';
import type { ToolSearchModuleOptions } from './options/tool-search-module-options.js';
import { CompositeEvictionStrategy } from './eviction/composite-eviction.strategy.js';
import { LruEvictionStrategy } from './eviction/lru-eviction.strategy.js';
import { TtlEvictionStrategy } from './eviction/ttl-eviction.strategy.js';

const EFFECTIVE_OPTIONS = Symbol.for('toolgate:effective-options:tool-search');

// One instance, so that each injection finds the same index.
const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
};

/** Lets clients search their tools: a model sees only the tools that it has found. */
@Module({
  providers: [
    {
      provide: EFFECTIVE_OPTIONS,
      inject: [
        ModulesContainer,
        { token: MODULE_OPTIONS_TOKEN, optional: true },
        { token: TOOL_SEARCH_OPTIONS, optional: true },
      ],
      useFactory: (modules: ModulesContainer, own?: ToolSearchModuleOptions, shared?: ToolSearchModuleOptions) => {
        assertOnce(modules);
        return effectiveOptions(own, shared);
      },
    },
    seamProvider(
      ToolIndex,
      ['searchType', 'indexTool', 'indexTools', 'search', 'clearIndex'],
      (options: ToolSearchModuleOptions, store: VectorStore) => ({
        fallback: once(() => createIndex(options, store)),
        refuseBareSubclass: true,
      }),
      [EFFECTIVE_OPTIONS, VectorStore],
    ),
    seamProvider(
      ToolIndexEvictionStrategy,
      ['onAccess', 'onRemoved'],
      (options: ToolSearchModuleOptions) => ({
        fallback: once(() => createEviction(options)),
        refuseBareSubclass: true,
      }),
      [EFFECTIVE_OPTIONS],
    ),
    {
      provide: ToolSearch,
      inject: [EFFECTIVE_OPTIONS, ToolIndex, ToolIndexEvictionStrategy],
      useFactory: (
        options: ToolSearchModuleOptions,
        toolIndex: ToolIndex,
        evictionStrategy: ToolIndexEvictionStrategy,
      ) => new ToolSearch({ ...options, toolIndex, evictionStrategy }),
    },
    { provide: ToolSearchSessions, inject: [ToolSearch], useFactory: ({ sessions }: ToolSearch) => sessions },
    {
      provide: ToolSearchToolProvider,
      inject: [EFFECTIVE_OPTIONS, ToolSearch],
      useFactory: ({ enabled }: ToolSearchModuleOptions, search: ToolSearch) =>
        new ToolSearchToolProvider(enabled ? search : undefined),
    },
  ],
  exports: [ToolIndex, ToolIndexEvictionStrategy, ToolSearchSessions],
})
export class ToolSearchModule
  extends ConfigurableModuleClass
  implements OnModuleInit, OnModuleDestroy, OnApplicationShutdown
{
  private readonly logger = new LineLogger('Toolgate');

  constructor(
    private readonly seams: Seams,
    private readonly clients: ChatClientRegistry,
    search: ToolSearch,
    @Inject(EFFECTIVE_OPTIONS) private readonly options: ToolSearchModuleOptions,
  ) {
    super();
    if (options.enabled) seams.plug(ToolAdvisorFactory, () => new ToolSearchAdvisorFactory(search, options));
  }

  /** Creates the module and enables the search, unless `enabled` is false. */
  static override forRoot(options: ToolSearchModuleOptions = {}): DynamicModule {
    return super.forRoot(options);
  }

  onModuleInit(): void {
    const { enabled, indexType, clients = [] } = this.options;
    if (!enabled) return this.reportOff();
    for (const client of clients) assertClient(this.clients, client);
    this.assertTools();
    this.reportUnread();
    if (indexType === 'vector' && !this.seams.isReplaced(ToolIndex)) this.assertVectors();
  }

  async onModuleDestroy(): Promise<void> {
    await this.ownVectors()?.onModuleDestroy();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.ownVectors()?.onApplicationShutdown();
  }

  private ownVectors(): VectorToolIndex | undefined {
    const index = this.seams.isReplaced(ToolIndex) ? undefined : this.seams.effective(ToolIndex);
    return index instanceof VectorToolIndex ? index : undefined;
  }

  private reportOff(): void {
    const { enabled, ...shared } = this.options;
    const [option] = Object.entries(shared).flatMap(([key, value]) => (value === undefined ? [] : [key]));
    if (enabled === false || option === undefined) return;
    this.logger.warn(
      `The option ${option} of the tool search has no effect: the search is not enabled. Call ToolSearchModule.forRoot(), or set toolSearch.enabled.`,
    );
  }

  private reportUnread(): void {
    const { indexType, eviction } = this.options;
    const report = (option: string, seam: string): void =>
      this.logger.warn(
        `The option ${option} of ToolSearchModule has no effect: the application provides its own ${seam}. Remove the option.`,
      );
    if (indexType && this.seams.isReplaced(ToolIndex)) report('indexType', 'ToolIndex');
    if (eviction && this.seams.isReplaced(ToolIndexEvictionStrategy)) report('eviction', 'ToolIndexEvictionStrategy');
  }

  private assertTools(): void {
    if (this.seams.effective(ToolCallingManager).resolveTools) return;
    throw new ToolSearchException(noToolsOf(this.seams.nameOf(ToolCallingManager)));
  }

  private assertVectors(): void {
    if (this.seams.isReplaced(VectorStore) || this.seams.isReplaced(EmbeddingModel)) return;
    throw new ToolSearchException(
      "The option indexType of ToolSearchModule is 'vector', but no vector store is configured. Provide a VectorStore, or an EmbeddingModel.",
    );
  }
}

const assertClient = (clients: ChatClientRegistry, name: string): void => {
  try {
    clients.get(name);
  } catch (cause) {
    throw new ToolSearchException(`The option clients of ToolSearchModule: ${messageOf(cause)}`, { cause });
  }
};

const assertOnce = (modules: ModulesContainer): void => {
  const count = [...modules.values()].filter(({ metatype }) => metatype === ToolSearchModule).length;
  if (count === 1) return;
  throw new ToolSearchException(
    `ToolSearchModule is imported ${count} times. Import it once, for the whole application.`,
  );
};

/** Creates the strategy that the options describe. */
export const createEviction = ({ eviction = {} }: ToolSearchModuleOptions): ToolIndexEvictionStrategy => {
  const { lruMaxSessions, ttlMs } = eviction;
  const lru = new LruEvictionStrategy(lruMaxSessions);
  return ttlMs === undefined ? lru : new CompositeEvictionStrategy([lru, new TtlEvictionStrategy(ttlMs)]);
};
