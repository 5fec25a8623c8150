import type { StoredApproval } from '../records/stored-approval.js';
import { ApprovalDecisionException } from '../errors/approval.errors.js';
import { hashOf } from '../records/canonical-json.js';
import type { CheckedDecision, DecideApproval } from './decision.js';
import { addEvent, type Draft, moveApproval, setApproval, setSlot } from './draft.js';

/** Returns why a decision does not fit what a pending approval waits for; undefined if it fits. */
export const answerProblem = (
  { answeredBy, question }: StoredApproval,
  { decision, answer }: DecideApproval,
): string | undefined => {
  if (!answeredBy) return answer === undefined ? undefined : 'It waits for no answer. Leave answer out.';
  if (!question) {
    return decision === 'respond' && answer === undefined
      ? undefined
      : 'The call waits for the answer of its requester: send the decision "respond", or cancel the approval.';
  }
  if (decision === 'reject' || (decision === 'approve' && answer !== undefined)) return undefined;
  return 'The call waits for the answer to its question: send "approve" with answer, or "reject".';
};

/**
 * Saves the requester's answer. The call may run then, unless an approver has to decide: then the approval waits for the
 * approver, as the next revision, so that each vote counts for this answer.
 */
export const answerQuestion = (
  draft: Draft,
  marked: StoredApproval,
  { command: { reason }, by, answer }: Pick<CheckedDecision, 'command' | 'by' | 'answer'>,
): StoredApproval => {
  // Only a checked answer is saved.
  if (answer === undefined) throw new ApprovalDecisionException('conflict', marked.id, marked);
  const { answeredBy: _, ...asked } = marked;
  const answerHash = hashOf(answer);
  addEvent(draft, 'QUESTION_ANSWERED', { approval: marked.id, by: by.id, data: { answerHash } });
  setSlot(draft, marked.index, { answer, answerHash });
  if (marked.question?.needsApproval) {
    return setApproval(draft, { ...asked, answer, answerHash, revision: marked.revision + 1 }, {});
  }
  return moveApproval(draft, marked, 'APPROVED', {
    answer,
    answerHash,
    decidedBy: by.id,
    by: by.id,
    ...(reason !== undefined && { decisionReason: reason }),
  });
};
