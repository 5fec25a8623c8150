import type { DueWork, RunState } from '../records/stored-run.js';

/** What is to be done with a run when it is due. */
export const dueFor = ({ run: { lease, closing }, approvals }: RunState): DueWork => {
  if (lease) return 'time';
  return closing === undefined && approvals.some(({ status }) => status === 'PENDING') ? 'time' : 'turn';
};
