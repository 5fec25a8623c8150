export type {
  ApprovalBody,
  ApprovalCountsBody,
  ApprovalEventBody,
  ApprovalEventsBody,
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
  RequirementBody,
  TraceEntryBody,
  VoteBody,
} from './approval-body.js';
export type { ChangeBody, SnapshotBody } from './change-body.js';
export type { ProblemBody, ProblemWord } from './problem-body.js';
export type {
  ApprovalFilter,
  ApprovalListQuery,
  BulkDecisionBody,
  BulkResultBody,
  BulkResultsBody,
  DecisionBody,
  KnownCallBody,
  PrincipalBody,
  RunListQuery,
} from './request-body.js';
export type { ListedRunBody, RunBody, RunPageBody, RunSlotBody, RunStatusWord } from './run-body.js';
