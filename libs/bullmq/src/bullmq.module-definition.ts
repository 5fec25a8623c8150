import { ConfigurableModuleBuilder } from '@nestjs/common';
import type { BullMqModuleOptions } from './options/bullmq-options.js';

export const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } = new ConfigurableModuleBuilder<BullMqModuleOptions>({
  moduleName: 'BullMq',
})
  .setClassMethodName('forRoot')
  .setFactoryMethodName('createBullMqOptions')
  .build();
