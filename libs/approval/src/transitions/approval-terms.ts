import type { BatchCall } from 'toolgate/tool';
import type { StoredApproval } from '../records/stored-approval.js';
import type { ApprovalRequirement } from '../requirement/approval-requirement.js';
import type { ApprovalTraceEntry } from '../strategy/tool-approval-decision.js';
import { defined } from '#core';

/** The part of an approval that the question determines: the requirement, the reason, the trace and the expiry. */
type ApprovalTerms = Pick<
  StoredApproval,
  'requirement' | 'reason' | 'metadata' | 'trace' | 'expiresAt' | 'answeredBy' | 'question'
>;

/**
 * When an approval is requested, and how long it waits if its requirement sets no `expiresInMs`; both in milliseconds.
 */
interface AskedAt {
  readonly now: number;
  readonly expiresInMs: number;
}

/** Returns the part of an approval that the question determines. */
export const approvalTerms = (question: BatchCall['question'], { now, expiresInMs }: AskedAt): ApprovalTerms => {
  const requirement = (question?.requirement ?? {}) as ApprovalRequirement;
  const { reason, metadata, answeredBy, asks } = question ?? {};
  const trace = question?.trace as readonly ApprovalTraceEntry[] | undefined;
  return {
    requirement,
    ...defined({ reason, metadata, trace, answeredBy, question: asks }),
    expiresAt: now + (requirement.expiresInMs ?? expiresInMs),
  };
};
