import { type ApprovalRuns, type Approver, type Run, RunNotFoundException } from 'toolgate/approval';
import { textOf } from 'toolgate/model';

/** Returns the text of the answer of a completed run, for its requester alone; otherwise undefined. */
export const answerText = async (run: Run, by: Approver, runs: ApprovalRuns): Promise<string | undefined> => {
  if (run.status !== 'completed' || run.contentRemovedAt !== undefined) return undefined;
  try {
    const last = (await runs.messages(run.id, by)).at(-1);
    return last?.role === 'assistant' ? textOf(last) : undefined;
  } catch (error) {
    // Only the requester reads the messages of a run.
    if (error instanceof RunNotFoundException) return undefined;
    throw error;
  }
};
