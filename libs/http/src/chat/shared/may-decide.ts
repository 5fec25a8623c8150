import { ApprovalDecisionException, type ApprovalService, type Approver } from 'toolgate/approval';

/** Returns whether a person may decide an approval now. While the directory does not answer, the person may try. */
export const mayDecide = async (approvals: ApprovalService, id: string, by: Approver): Promise<boolean> => {
  try {
    return (await approvals.eligibility(id, by)).canDecide;
  } catch (error) {
    if (error instanceof ApprovalDecisionException) return error.problem === 'unavailable';
    throw error;
  }
};
