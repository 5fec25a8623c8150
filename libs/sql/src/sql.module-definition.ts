import { ConfigurableModuleBuilder, type DynamicModule } from '@nestjs/common';
import { VectorStore } from 'toolgate/model';
import type { SqlConnectionOptions } from './connection/connection-options.js';
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

/** The optional providers of `SqlModule`; next to `useFactory` in `forRootAsync()`. */
export interface SqlModuleExtras {
  /**
   * Whether the module provides `VectorStore`, and its collection: `SqlVectorStore`, with pgvector on PostgreSQL.
   * @default false
   */
  readonly vectors?: boolean | SqlVectorStoreOptions;
}

const withVectors = (definition: DynamicModule, { vectors = false }: SqlModuleExtras): DynamicModule => {
  const options = vectorOptions(vectors);
  if (!options) return definition;
  const { providers = [], exports = [] } = definition;
  return { ...definition, providers: [...providers, ...vectorProviders(options)], exports: [...exports, VectorStore] };
};

export const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } = new ConfigurableModuleBuilder<SqlModuleOptions>({
  moduleName: 'Sql',
})
  .setClassMethodName('forRoot')
  .setFactoryMethodName('createSqlOptions')
  .setExtras<SqlModuleExtras>({ vectors: false }, withVectors)
  .build();
