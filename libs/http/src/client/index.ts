export type {
  ApprovalBody,
  ApprovalCountsBody,
  ApprovalHourBody,
  ApprovalPageBody,
  ApprovalStatsBody,
  ApprovalStatusWord,
  ApproverGroupBody,
  EditBody,
  EligibleBody,
  JsonBody,
  JsonObjectBody,
  ListedApprovalBody,
  NoteBody,
  PresentToolBody,
  RequirementBody,
  ToolChangeBody,
  TraceEntryBody,
  VoteBody,
} from './approval-body.js';
export type { ApprovalEventBody } from './event-body.js';
export { approvalsClient, type ApprovalsClient, type BulkDecision, type ClientDecision } from './approvals-client.js';
export { type ApprovalsFailure, ApprovalsProblem, type ClientProblemWord } from './approvals-problem.js';
export type { CancelRequest } from './cancel-request.js';
export type { ChangeBody, SnapshotBody } from './change-body.js';
export type { ApprovalsClientOptions, HeaderValues } from './connection.js';
export {
  EXTERNAL_PROTOCOL,
  type ApproversBody,
  type ExternalCallBody,
  type ExternalClaimBody,
  type ExternalClaimedBody,
  type ExternalFinishBody,
  type ExternalRequestBody,
  type ExternalRequirementBody,
  type ExternalStatusesBody,
} from './external-body.js';
export { externalCallsClient, type ExternalCallsClient } from './external-calls-client.js';
export type { ProblemWord } from './problem-body.js';
export type { ChangesState, ReadChanges } from './read-changes.js';
export type {
  ApprovalFilter,
  ApprovalListQuery,
  BulkResultBody,
  DecisionBody,
  KnownCallBody,
  PrincipalBody,
  RunListQuery,
} from './request-body.js';
export type {
  ListedRunBody,
  RunAttemptBody,
  RunBody,
  RunKindWord,
  RunPageBody,
  RunSlotBody,
  RunStatusWord,
} from './run-body.js';
export type { RequestOptions } from './request-options.js';
export type { RetryDelay } from './retry-delay.js';
export type { RunsClient } from './runs-client.js';
