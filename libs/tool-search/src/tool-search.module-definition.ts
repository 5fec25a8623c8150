import { ConfigurableModuleBuilder } from '@nestjs/common';
import type { ToolSearchModuleOptions } from './options/tool-search-module-options.js';

export const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } = new ConfigurableModuleBuilder<ToolSearchModuleOptions>(
  { moduleName: 'ToolSearch' },
)
  .setClassMethodName('forRoot')
  .setFactoryMethodName('createToolSearchOptions')
  .build();
