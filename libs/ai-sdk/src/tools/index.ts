export {
  AiSdkToolsModule,
  aiSdkToolsModule,
  type AiSdkToolsModuleFactory,
  type AiSdkToolsModuleOptions,
} from './ai-sdk-tools.module.js';
export type { AiSdkContext, AiSdkTool, AiSdkToolSet } from './ai-sdk-tool.js';
export { aiSdkTools, type AiSdkToolsOptions } from './ai-sdk-tools.js';
export { NeedsApprovalStrategy } from './needs-approval.strategy.js';
