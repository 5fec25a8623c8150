import type { JsonObject } from 'toolgate/model';
import type { Approval, ApprovalToolChange } from './approval.js';
import { type ListedApproval, type ListedEdit, shownQuestion } from './listed-approval.js';
import { defined } from '#core';

/** An approval as a user interface may show it, with the property names of `PendingApproval`. */
export interface ApprovalView
  extends
    Pick<
      Approval,
      'id' | 'runId' | 'outerRunId' | 'toolCallId' | 'toolName' | 'description' | 'status' | 'tenant' | 'arguments'
    >,
    Pick<Approval, 'revision' | 'argsHash' | 'createdAt' | 'expiresAt' | 'reason' | 'damaged'>,
    Pick<Approval, 'votes' | 'notes' | 'decidedBy' | 'decisionReason' | 'response' | 'answer' | 'answerHash'>,
    Pick<Approval, 'contentRemovedAt'> {
  /** The id of the requester. */
  readonly requester: string;
  /** A message for the approver. */
  readonly message?: string;
  /** What the tool asks its requester. The schema of the answer is `Approval.answerSchema`. */
  readonly question?: ListedApproval['question'];
  /** Whether an approver may edit the arguments. */
  readonly allowEdit: boolean;
  readonly edits: readonly Pick<Approval['edits'][number], 'editor' | 'at' | 'before'>[];
  /** The changes of the tool after which approval was requested again; absent if there are none. */
  readonly toolChanges?: readonly Omit<ApprovalToolChange, 'definitionHash'>[];
}

/** An approval in a list as a user interface may show it, without large arguments. */
export interface ListedApprovalView extends Omit<ApprovalView, 'arguments' | 'edits' | 'answer'> {
  readonly arguments?: JsonObject;
  /** The size of the arguments as JSON, in bytes; present if they were left out. */
  readonly argumentsBytes?: number;
  readonly edits: readonly Pick<ListedEdit, 'editor' | 'at' | 'before' | 'beforeBytes'>[];
}

interface View {
  (approval: Approval): ApprovalView;
  (approval: ListedApproval): ListedApprovalView;
}

/** Returns the data that a person decides on, and the outcome, without fields that only the framework needs. */
export const approvalView = ((approval: ListedApproval): ListedApprovalView => {
  const { id, runId, outerRunId, toolCallId, toolName, status, tenant, revision, argsHash, createdAt, expiresAt } =
    approval;
  const { requester, requirement, votes, notes, edits, toolChanges } = approval;
  const { description, reason, damaged, decidedBy, decisionReason, response, contentRemovedAt } = approval;
  const { arguments: input, argumentsBytes, question, answerHash } = approval;
  const { answer } = approval as Partial<Pick<Approval, 'answer'>>;
  const known = {
    outerRunId,
    arguments: input,
    argumentsBytes,
    message: requirement.message,
    description,
    reason,
    damaged,
  };
  return {
    id,
    runId,
    toolCallId,
    toolName,
    status,
    tenant,
    revision,
    argsHash,
    createdAt,
    expiresAt,
    requester: requester.id,
    allowEdit: requirement.allowEdit === true,
    votes,
    notes,
    edits: edits.map(({ editor, at, before, beforeBytes }) => ({ editor, at, ...defined({ before, beforeBytes }) })),
    ...defined({ ...known, decidedBy, decisionReason, response, answer, answerHash, contentRemovedAt }),
    ...(toolChanges && { toolChanges: toolChanges.map(shownChange) }),
    ...(question && { question: shownQuestion(question) }),
  };
}) as View;

const shownChange = ({ at, revision, description, inputSchema, changed }: ApprovalToolChange) => ({
  at,
  revision,
  ...defined({ description, inputSchema }),
  changed,
});
