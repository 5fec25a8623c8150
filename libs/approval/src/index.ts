export { AlwaysApproveStrategy } from './always-approve.strategy.js';
export { APPROVAL_OPTIONS } from './approval.constants.js';
export { ToolApprovalException } from './approval.errors.js';
export { ApprovalGate, approvalGate, type ApprovalGateParts } from './approval.gate.js';
export { ApprovalModule } from './approval.module.js';
export type { ApprovalOptions } from './approval-options.js';
export { allOf } from './composition/all-of.js';
export { allowTools } from './composition/allow-tools.js';
export { anyOf } from './composition/any-of.js';
export { approverGroupsOf } from './composition/approver-groups-of.js';
export { askForTools } from './composition/ask-for-tools.js';
export { audited } from './composition/audited.js';
export { denyOverrides } from './composition/deny-overrides.js';
export { denyTools } from './composition/deny-tools.js';
export { firstDecisive } from './composition/first-decisive.js';
export { forTools } from './composition/for-tools.js';
export { mergeRequirements } from './composition/merge-requirements.js';
export { type RateLimit, rateLimit } from './composition/rate-limit.js';
export { shadow, type ShadowReport, type ShadowSink } from './composition/shadow.js';
export { strategyNameOf } from './composition/strategy-name-of.js';
export type { Globs } from './composition/tool-matcher.js';
export { type ApprovalPredicate, when } from './composition/when.js';
export { type HumanApprovalOptions, HumanApprovalStrategy } from './human-approval.strategy.js';
export { ToolApprovalAuditor, type ToolApprovalEvent } from './tool-approval.auditor.js';
export { ToolApprovalContext } from './tool-approval-context.js';
export {
  type ApprovalRequirement,
  type ApprovalTraceEntry,
  type ApproverRequirement,
  ToolApprovalDecision,
} from './tool-approval-decision.js';
export { type Approve, ToolApprovalStrategy } from './tool-approval.strategy.js';
