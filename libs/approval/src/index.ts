export { AlwaysApproveStrategy } from './strategy/always-approve.strategy.js';
export { ANY_TENANT } from './approval.constants.js';
export {
  ApprovalConflictException,
  ApprovalDecisionException,
  type DecisionProblem,
  RunConflictException,
  RunContentRemovedException,
  RunLostException,
  RunNotFoundException,
  RunOperationException,
  type RunProblem,
  RunSchemaException,
  RunUnreadableException,
  StoreUnavailableException,
  SuspensionException,
  ToolApprovalException,
} from './errors/approval.errors.js';
export { CallFailedException, CallRejectedException } from './errors/call.errors.js';
export { ApprovalChannel, type DeliverOptions } from './notices/approval.channel.js';
export { type ApprovalNotice, NOTICE_KINDS, type NoticeDetails, type NoticeKind } from './notices/notice.js';
export type { NoticeState, QueuedNotice, StoredNotice } from './notices/stored-notice.js';
export { ApprovalNotices, type ListNotices, type Notice } from './service/approval-notices.js';
export type { ApprovalOptions, NoticeOptions, RetentionOptions } from './options/approval-options.js';
export type {
  DeliveryOutcome,
  NoticeCounts,
  NoticeQuery,
  NoticeStore,
  RemoveNotices,
  TakeNotices,
  TakenNotice,
} from './store/notice.store.js';
export { approvalGate, type ApprovalGateParts } from './gate/approval.gate.js';
export type { RemovedRuns } from './retention/run-retention.js';
export type { ApprovalChange, PublishedChange, RecordChange } from './changes/approval-change.js';
export { ApprovalChangeFeed } from './changes/approval-change.feed.js';
export { allOf } from './composition/all-of.js';
export { allowTools } from './composition/allow-tools.js';
export { anyOf } from './composition/any-of.js';
export { askForTools } from './composition/ask-for-tools.js';
export { audited } from './composition/audited.js';
export { denyOverrides } from './composition/deny-overrides.js';
export { denyTools } from './composition/deny-tools.js';
export { firstDecisive } from './composition/first-decisive.js';
export { forTools } from './composition/for-tools.js';
export { type RateLimit, rateLimit } from './composition/rate-limit.js';
export { shadow, type ShadowReport, type ShadowSink } from './composition/shadow.js';
export type { Globs } from './strategy/tool-matcher.js';
export { type ApprovalPredicate, when } from './composition/when.js';
export { ExternalCallException, type ExternalCallProblem } from './errors/external-call.errors.js';
export type {
  ExternalCall,
  ExternalCallAnswer,
  ExternalCallClaim,
  ExternalCallFinish,
  ExternalCallRequest,
  ExternalCallScope,
} from './external/external-call.js';
export { ApproverDirectory, type CurrentApprover, type EligibleApprover } from './requester/approver.directory.js';
export { presentRequesters } from './requester/present-requesters.js';
export { RequesterResolver, type Rehydrated } from './requester/requester.resolver.js';
export type { DueRun } from './dispatch/due-run.js';
export { type DueWorker, RunDispatcher } from './dispatch/run.dispatcher.js';
export { TimerRunDispatcher, type TimerRunDispatcherOptions } from './dispatch/timer-run.dispatcher.js';
export { ApprovalHealth, type ApprovalHealthDetails, type HealthCheckOptions } from './health/approval-health.js';
export { type CallContext, callContext } from './requester/call-context.js';
export { RequiresApproval } from './guard/requires-approval.decorator.js';
export { ToolApprovalPendingFilter } from './runs/tool-approval-pending.filter.js';
export { ApprovalExceptionFilter } from './service/approval-exception.filter.js';
export { ApprovalRuns } from './service/approval-runs.js';
export type { KnownCall } from './runs/known-answer.js';
export type { CancelOptions } from './service/cancel-options.js';
export { CallTraces } from './calls/call-traces.js';
export type {
  EndedCall,
  FollowCallOptions,
  GatedCallOptions,
  GatedCallOutcome,
  SuspendedCallOutcome,
} from './calls/gated-call.js';
export { GatedCallException, RequestReusedException } from './calls/gated-call.errors.js';
export { GatedCalls } from './calls/gated-calls.js';
export type { GatedResult, GatedTools } from './calls/gated-tools.js';
export { type ApprovalNumbers, ApprovalService } from './service/approval.service.js';
export type { Eligibility } from './service/approver-checks.js';
export type { ApprovalHour, ApprovalStats } from './service/stats-record.js';
export { type HumanApprovalOptions, HumanApprovalStrategy } from './strategy/human-approval.strategy.js';
export type {
  Approval,
  ApprovalEdit,
  ApprovalNote,
  ApprovalToolChange,
  ApprovalVote,
  PresentTool,
} from './records/approval.js';
export { type ApprovalView, approvalView, type ListedApprovalView } from './records/approval-view.js';
export type { ListedApproval, ListedEdit } from './records/listed-approval.js';
export type { ApprovalEvent } from './records/approval-event.js';
export type { Approver, Requester } from './requester/requester.js';
export { tenantSeenBy } from './requester/visibility.js';
export {
  type ApprovalCommand,
  type ApprovalStatus,
  type StoredApproval,
  type StoredEdit,
  type StoredNote,
  type StoredVote,
  showExpiry,
} from './records/stored-approval.js';
export type { Run, RunSlot } from './records/run.js';
export type { StoredEvent } from './records/stored-event.js';
export type {
  CheckpointChange,
  CheckpointStep,
  DueWork,
  RunAttempt,
  RunCheckpoint,
  RunKind,
  RunLease,
  RunParent,
  RunParking,
  RunState,
  RunStatus,
  StoredRun,
  StoredSlot,
} from './records/stored-run.js';
export type {
  ApprovalFilter,
  ApprovalOrder,
  ApprovalQuery,
  Page,
  PageQuery,
  RunQuery,
  StoredApprovalFilter,
  StoredApprovalQuery,
} from './store/approval-query.js';
export {
  type ApprovalStatsQuery,
  COUNTED,
  type CountedEvent,
  hoursOf,
  statsFrom,
  type StoredApprovalHour,
  type StoredApprovalStats,
} from './store/approval-stats.js';
export {
  type ApprovalCounts,
  ApprovalStore,
  type ChangeRun,
  type DueQuery,
  type EndedQuery,
  type DueRuns,
  type OpenedRun,
  type ReserveQuery,
  type StatusCounts,
  type StoreChange,
  type StoredToolSchema,
} from './store/approval.store.js';
export { checkpointWith } from './store/checkpoint-with.js';
export { deciderKeys, type Deciders, decidersOf } from './store/deciders.js';
export { listCursor, type ListPlace, listStart } from './store/list-cursor.js';
export { InMemoryApprovalStore } from './store/in-memory-approval.store.js';
export { hasUnknownOutcome, isUnfinished } from './store/is-unfinished.js';
export type { DecideApproval } from './transitions/decision.js';
export { type ApprovalHappening, ToolApprovalAuditor, type ToolApprovalEvent } from './audit/tool-approval.auditor.js';
export { type ApprovalPhase, ToolApprovalContext } from './strategy/tool-approval-context.js';
export type { ApprovalRequirement, ApproverRequirement } from './requirement/approval-requirement.js';
export { type ApprovalTraceEntry, ToolApprovalDecision } from './strategy/tool-approval-decision.js';
export { type Approve, ToolApprovalStrategy } from './strategy/tool-approval.strategy.js';
