import { ConfigurableModuleBuilder, type DynamicModule } from '@nestjs/common';
import { type ApprovalsHttpExtras, type ApprovalsHttpOptions, checkPath } from './options/http-options.js';
import { controllersAt } from './routes/controllers.js';

const withControllers = (definition: DynamicModule, { path }: ApprovalsHttpExtras): DynamicModule => ({
  ...definition,
  controllers: [...controllersAt(checkPath(path))],
});

export const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } = new ConfigurableModuleBuilder<ApprovalsHttpOptions>({
  moduleName: 'ApprovalsHttp',
})
  .setClassMethodName('forRoot')
  .setFactoryMethodName('createApprovalsHttpOptions')
  .setExtras<ApprovalsHttpExtras>({ path: 'approvals' }, withControllers)
  .build();
