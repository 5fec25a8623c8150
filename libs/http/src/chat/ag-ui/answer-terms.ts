import type { ApprovalService, Approver } from 'toolgate/approval';
import { mayDecide } from '../shared/may-decide.js';
import type { AnswerTerms } from './interrupt.js';

/** Returns what a person may answer to a waiting call. */
export const answerTerms = async (approvals: ApprovalService, id: string, by: Approver): Promise<AnswerTerms> => {
  const [{ requirement, inputSchema = {}, answerSchema }, isEligible] = await Promise.all([
    approvals.get(id, by),
    mayDecide(approvals, id, by),
  ]);
  return {
    mayDecide: isEligible,
    ...(requirement.allowEdit && { editSchema: inputSchema }),
    ...(answerSchema && { answerSchema }),
  };
};
