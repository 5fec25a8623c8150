import { ConfigurableModuleBuilder } from '@nestjs/common';
import type { SqlConnectionOptions } from './connection/connection-options.js';

/** The database that `SqlModule` keeps everything in, and whether it makes the tables. */
export type SqlModuleOptions = SqlConnectionOptions & {
  /**
   * Whether the tables are made, and brought to this version, when the application starts; without, a database that
   * `migrateToLatest` has not brought there stops it. @default true
   */
  readonly migrate?: boolean;
};

export const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } = new ConfigurableModuleBuilder<SqlModuleOptions>({
  moduleName: 'Sql',
})
  .setClassMethodName('forRoot')
  .setFactoryMethodName('createSqlOptions')
  .build();
