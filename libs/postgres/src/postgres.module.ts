import { type DynamicModule, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { factoryProvider } from '#core';
import { ApprovalChangeFeed, RunDispatcher } from 'toolgate/approval';
import { LiveTurnFeed } from 'toolgate/chat';
import { PostgresChangeFeed } from './changes/postgres-change.feed.js';
import { PostgresRunDispatcher } from './dispatch/postgres-run.dispatcher.js';
import { Instances } from './messages/instances.js';
import { PostgresLiveTurnFeed } from './live-turns/postgres-live-turn.feed.js';
import { assertOptions } from './options/options.js';
import type { PostgresModuleOptions } from './options/postgres-options.js';
import { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } from './postgres.module-definition.js';
import { listenConfig } from './startup/listen-config.js';

/**
 * Connects the instances of an application through LISTEN and NOTIFY. A run that is due wakes the workers of all of
 * them, and a change or a part of a live turn reaches the readers of all of them. Import it beside `SqlModule` with
 * PostgreSQL.
 */
@Module({
  providers: [
    // The provider of forRoot() and forRootAsync() replaces this one.
    { provide: MODULE_OPTIONS_TOKEN, useValue: {} },
    {
      provide: Instances,
      inject: [MODULE_OPTIONS_TOKEN, ModuleRef],
      useFactory: (options: PostgresModuleOptions, modules: ModuleRef) => {
        assertOptions(options);
        return new Instances(() => listenConfig(options, modules));
      },
    },
    factoryProvider(RunDispatcher, [Instances], (instances) => new PostgresRunDispatcher(instances)),
    factoryProvider(ApprovalChangeFeed, [Instances], (instances) => new PostgresChangeFeed(instances)),
    factoryProvider(LiveTurnFeed, [Instances], (instances) => new PostgresLiveTurnFeed(instances)),
  ],
  exports: [RunDispatcher, ApprovalChangeFeed, LiveTurnFeed],
})
export class PostgresModule extends ConfigurableModuleClass implements OnModuleInit, OnApplicationShutdown {
  /** Connects this instance to the others. Every option may be left out. */
  static override forRoot(options: Parameters<typeof ConfigurableModuleClass.forRoot>[0] = {}): DynamicModule {
    return super.forRoot(options);
  }

  constructor(private readonly instances: Instances) {
    super();
  }

  /** Throws `PostgresException` if the server cannot be reached, or delivers no notifications. */
  async onModuleInit(): Promise<void> {
    await this.instances.open();
  }

  /** Closes last, because other modules may still write when they are destroyed. */
  onApplicationShutdown(): void {
    this.instances.close();
  }
}
