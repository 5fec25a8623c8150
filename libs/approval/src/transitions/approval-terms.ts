import type { BatchCall } from 'toolgate/tool';
import type { StoredApproval } from '../records/stored-approval.js';
import type { ApprovalRequirement, ApprovalTraceEntry } from '../tool-approval-decision.js';

/** What a question determines of its approval: what is required, why a person is asked, and until when. */
export type ApprovalTerms = Pick<
  StoredApproval,
  'requirement' | 'reason' | 'metadata' | 'trace' | 'expiresAt' | 'answeredBy'
>;

/** When a question is asked, and how long it waits if its requirement states no time; both in milliseconds. */
export interface AskedAt {
  readonly now: number;
  readonly expiresInMs: number;
}

/** Returns what a question determines of its approval. */
export const approvalTerms = (question: BatchCall['question'], { now, expiresInMs }: AskedAt): ApprovalTerms => {
  const requirement = (question?.requirement ?? {}) as ApprovalRequirement;
  const trace = question?.trace as readonly ApprovalTraceEntry[] | undefined;
  return {
    requirement,
    ...(question?.reason !== undefined && { reason: question.reason }),
    ...(question?.metadata && { metadata: question.metadata }),
    ...(trace && { trace }),
    ...(question?.answeredBy && { answeredBy: question.answeredBy }),
    expiresAt: now + (requirement.expiresInMs ?? expiresInMs),
  };
};
