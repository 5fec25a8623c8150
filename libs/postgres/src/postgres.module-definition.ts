import { ConfigurableModuleBuilder } from '@nestjs/common';
import type { PostgresModuleOptions } from './options/postgres-options.js';

export const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } = new ConfigurableModuleBuilder<PostgresModuleOptions>({
  moduleName: 'Postgres',
})
  .setClassMethodName('forRoot')
  .setFactoryMethodName('createPostgresOptions')
  .build();
