import { type ApprovalRuns, type Approver, type Run, RunNotFoundException, tenantSeenBy } from 'toolgate/approval';
import { textOf } from 'toolgate/model';

/** Returns the text of the answer of a completed run, for its requester alone; otherwise undefined. */
export const answerText = async (run: Run, by: Approver, runs: ApprovalRuns): Promise<string | undefined> => {
  const isRequester = run.requester.id === by.id && tenantSeenBy(by) === run.tenant;
  if (run.status !== 'completed' || !isRequester) return undefined;
  try {
    const last = (await runs.messages(run.id, by)).at(-1);
    return last?.role === 'assistant' ? textOf(last) : undefined;
  } catch (error) {
    // The run was removed in the meantime.
    if (error instanceof RunNotFoundException) return undefined;
    throw error;
  }
};
