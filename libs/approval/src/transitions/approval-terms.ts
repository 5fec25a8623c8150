import type { BatchCall } from 'toolgate/tool';
import type { StoredApproval } from '../records/stored-approval.js';
import type { ApprovalRequirement } from '../requirement/approval-requirement.js';
import type { ApprovalTraceEntry } from '../strategy/tool-approval-decision.js';

/** The part of an approval that the question determines: the requirement, the reason, the trace and the expiry. */
export type ApprovalTerms = Pick<
  StoredApproval,
  'requirement' | 'reason' | 'metadata' | 'trace' | 'expiresAt' | 'answeredBy' | 'question'
>;

/**
 * When an approval is requested, and how long it waits if its requirement sets no `expiresInMs`; both in milliseconds.
 */
export interface AskedAt {
  readonly now: number;
  readonly expiresInMs: number;
}

/** Returns the part of an approval that the question determines. */
export const approvalTerms = (question: BatchCall['question'], { now, expiresInMs }: AskedAt): ApprovalTerms => {
  const requirement = (question?.requirement ?? {}) as ApprovalRequirement;
  const trace = question?.trace as readonly ApprovalTraceEntry[] | undefined;
  return {
    requirement,
    ...(question?.reason !== undefined && { reason: question.reason }),
    ...(question?.metadata && { metadata: question.metadata }),
    ...(trace && { trace }),
    ...(question?.answeredBy && { answeredBy: question.answeredBy }),
    ...(question?.asks && { question: question.asks }),
    expiresAt: now + (requirement.expiresInMs ?? expiresInMs),
  };
};
