import type { Approval } from 'toolgate/approval';

/** An approval as people see it: all that a decision is made on, under the names that `POST /chat` uses. */
export const approvalView = (approval: Approval) => {
  const { id, runId, toolCallId, status, toolName, description, tenant, requester, revision, argsHash } = approval;
  const { requirement, reason, trace, votes, edits, notes, decidedBy, decisionReason } = approval;
  return {
    id,
    runId,
    toolCallId,
    status,
    toolName,
    description,
    arguments: approval.arguments,
    revision,
    argsHash,
    createdAt: approval.createdAt,
    expiresAt: approval.expiresAt,
    tenant,
    requester: requester.id,
    message: requirement.message,
    reason,
    trace,
    votes,
    edits,
    notes,
    decidedBy,
    decisionReason,
  };
};

/** What `approvalView` gives. */
export type ApprovalView = ReturnType<typeof approvalView>;
