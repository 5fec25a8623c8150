export type { Duration, ServiceHeaders, ToolApprovalConfig } from './config/tool-approval-config.js';
export type { SpecConnection } from './config/read-spec.js';
export {
  GuardrailBlockedException,
  RemoteApprovalException,
  ToolApprovalRejectedException,
  ToolApprovalTimeoutException,
} from './errors/remote-approval.errors.js';
export { RemoteApprovalInterceptor } from './gate/remote-approval.interceptor.js';
export { ToolApprovalCapability } from './gate/tool-approval.capability.js';
export type { ClaimedCall } from './manager/claimed-call.js';
export { ToolApprovalManager } from './manager/tool-approval.manager.js';
export type { ToolApprovalRequest } from './manager/tool-approval-request.js';
export { RemoteToolApproval } from './remote-tool-approval.js';
export { RemoteToolApprovalModule } from './remote.module.js';
export type { ApprovedCall } from './waiting/waiting-call.js';
