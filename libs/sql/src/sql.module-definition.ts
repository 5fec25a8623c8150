import { ConfigurableModuleBuilder, type DynamicModule, type Provider } from '@nestjs/common';
import { LiveTurnFeed, TurnLog } from 'toolgate/chat';
import { EmbeddingModel, VectorStore } from 'toolgate/model';
import type { SqlConnectionOptions } from './connection/connection-options.js';
import type { SqlTurnLogOptions } from './options/live-turn-options.js';
import { SqlVectorStore, type SqlVectorStoreOptions } from './vectors/sql-vector.store.js';
import { assertSqlOptions } from './connection/options.js';
import type { SqlDatabase } from './dialect/sql-database.js';
import { SQL_DATABASE, VECTOR_OPTIONS } from './options/sql.constants.js';
import { SqlTurnLog } from './live-turns/sql-turn.log.js';

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

/** Returns the settings of the option `vectors`; undefined if it is off. Throws `SqlException` for an invalid value. */
const vectorOptions = (vectors: boolean | SqlVectorStoreOptions | undefined): SqlVectorStoreOptions | undefined => {
  assertSqlOptions({ vectors });
  return vectors === true ? {} : vectors || undefined;
};

/** Returns the providers of an application that stores vectors. */
const vectorProviders = (options: SqlVectorStoreOptions): readonly Provider[] => [
  { provide: VECTOR_OPTIONS, useValue: options },
  {
    provide: VectorStore,
    // Without ToolgateModule, there is no EmbeddingModel, and the store reports this.
    inject: [SQL_DATABASE, { token: EmbeddingModel, optional: true }],
    useFactory: (database: SqlDatabase, model: EmbeddingModel) => new SqlVectorStore(database, model, options),
  },
];

/** Returns the settings of the option `liveTurns`; undefined if it is off. Throws `SqlException` for an invalid value. */
const turnLogOptions = (liveTurns: boolean | SqlTurnLogOptions | undefined): SqlTurnLogOptions | undefined => {
  assertSqlOptions({ liveTurns });
  return liveTurns === true ? {} : liveTurns || undefined;
};

/** Returns the provider of a `TurnLog` that every instance can read. */
const turnLogProvider = (options: SqlTurnLogOptions): Provider => ({
  provide: TurnLog,
  // Without ToolgateModule, there is no feed.
  inject: [SQL_DATABASE, { token: LiveTurnFeed, optional: true }],
  useFactory: (database: SqlDatabase, feed?: LiveTurnFeed) => new SqlTurnLog(database, options, feed),
});
