import type { ApprovalService, Approver } from 'toolgate/approval';
import type { AnswerTerms } from './interrupt.js';

/** Returns what a person may answer to a waiting call. Without an answer of the directory, the person may try. */
export const answerTerms = async (approvals: ApprovalService, id: string, by: Approver): Promise<AnswerTerms> => {
  const [{ requirement, inputSchema = {}, answerSchema }, eligibility] = await Promise.all([
    approvals.get(id, by),
    approvals.eligibility(id, by).catch(() => undefined),
  ]);
  return {
    ...(eligibility && { mayDecide: eligibility.canDecide }),
    ...(requirement.allowEdit && { editSchema: inputSchema }),
    ...(answerSchema && { answerSchema }),
  };
};
