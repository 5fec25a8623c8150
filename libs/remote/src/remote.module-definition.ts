import { ConfigurableModuleBuilder } from '@nestjs/common';
import type { ToolApprovalConfig } from './config/tool-approval-config.js';
import type { RemoteToolApproval } from './remote-tool-approval.js';

export const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } = new ConfigurableModuleBuilder<
  ToolApprovalConfig | RemoteToolApproval
>({ moduleName: 'RemoteToolApproval' })
  .setClassMethodName('forRoot')
  .setFactoryMethodName('createToolApprovalConfig')
  .build();
