import { ConfigurableModuleBuilder, type DynamicModule } from '@nestjs/common';
import { VectorStore } from 'toolgate/model';
import type { SqlConnectionOptions } from './connection/connection-options.js';
import { vectorOptions } from './vectors/vector-options.js';
import { vectorProviders } from './vectors/vector-providers.js';
import type { SqlVectorStoreOptions } from './vectors/sql-vector.store.js';

/** The database that `SqlModule` keeps everything in, and whether it makes the tables. */
export type SqlModuleOptions = SqlConnectionOptions & {
  /**
   * Whether the tables are made, and brought to this version, when the application starts; without, a database that
   * `migrateToLatest` has not brought there stops it. @default true
   */
  readonly migrate?: boolean;
};

/** What `SqlModule` provides beside the stores that are always there; next to `useFactory` in `forRootAsync()`. */
export interface SqlModuleExtras {
  /**
   * Whether it provides `VectorStore`, and of which collection: `SqlVectorStore`, with pgvector on PostgreSQL.
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
