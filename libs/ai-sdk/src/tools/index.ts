export {
  AiSdkToolsModule,
  aiSdkToolsModule,
  type AiSdkToolsModuleFactory,
  type AiSdkToolsModuleOptions,
} from './ai-sdk-tools.module.js';
export type { AiSdkApprovalStatus, AiSdkContext, AiSdkTool, AiSdkToolSet } from './ai-sdk-tool.js';
export { aiSdkTools, type AiSdkToolsOptions } from './ai-sdk-tools.js';
export { gateAiSdkTools, type GateAiSdkToolsOptions, type GatedAiSdkTools } from './gate-ai-sdk-tools.js';
export { NeedsApprovalStrategy } from './needs-approval.strategy.js';
