import { ConfigurableModuleBuilder } from '@nestjs/common';
import type { ObservabilityModuleOptions } from './options/observability-options.js';

export const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } =
  new ConfigurableModuleBuilder<ObservabilityModuleOptions>({ moduleName: 'Observability' })
    .setClassMethodName('forRoot')
    .setFactoryMethodName('createObservabilityOptions')
    .build();
