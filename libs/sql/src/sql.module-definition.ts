import { ConfigurableModuleBuilder, type DynamicModule } from '@nestjs/common';
import { TurnLog } from 'toolgate/chat';
import { VectorStore } from 'toolgate/model';
import type { SqlConnectionOptions } from './connection/connection-options.js';
import type { SqlTurnLogOptions } from './options/live-turn-options.js';
import { turnLogOptions, turnLogProvider } from './live-turns/turn-log-provider.js';
import { vectorOptions } from './vectors/vector-options.js';
import { vectorProviders } from './vectors/vector-providers.js';
import type { SqlVectorStoreOptions } from './vectors/sql-vector.store.js';

/** The database of `SqlModule`, and whether the module creates the tables. */
export type SqlModuleOptions = SqlConnectionOptions & {
  /**
   * Whether the tables are created and updated when the application starts. If false, start-up stops unless
   * `migrateToLatest` has updated the database.
   * @default true
   */
  readonly migrate?: boolean;
};

/** The optional providers of `SqlModule`. In `forRootAsync()`, write these options next to `useFactory`. */
export interface SqlModuleExtras {
  /**
   * Whether the module provides `VectorStore`, and its collection: `SqlVectorStore`, with pgvector on PostgreSQL.
   * @default false
   */
  readonly vectors?: boolean | SqlVectorStoreOptions;
  /**
   * Whether the module provides `TurnLog`, and its options: `SqlTurnLog`, which every instance reads.
   * @default false
   */
  readonly liveTurns?: boolean | SqlTurnLogOptions;
}

const withExtras = (
  definition: DynamicModule,
  { vectors = false, liveTurns = false }: SqlModuleExtras,
): DynamicModule => {
  const collection = vectorOptions(vectors);
  const log = turnLogOptions(liveTurns);
  const { providers = [], exports = [] } = definition;
  return {
    ...definition,
    providers: [
      ...providers,
      ...(collection ? vectorProviders(collection) : []),
      ...(log ? [turnLogProvider(log)] : []),
    ],
    exports: [...exports, ...(collection ? [VectorStore] : []), ...(log ? [TurnLog] : [])],
  };
};

export const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } = new ConfigurableModuleBuilder<SqlModuleOptions>({
  moduleName: 'Sql',
})
  .setClassMethodName('forRoot')
  .setFactoryMethodName('createSqlOptions')
  .setExtras<SqlModuleExtras>({ vectors: false, liveTurns: false }, withExtras)
  .build();
