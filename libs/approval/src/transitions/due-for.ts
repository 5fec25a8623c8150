import type { DueWork, RunState } from '../records/stored-run.js';

/** Returns the work that a run is due for. */
export const dueFor = ({ run: { kind, lease, closing }, approvals }: RunState): DueWork => {
  if (lease || kind === 'external') return 'time';
  return closing === undefined && approvals.some(({ status }) => status === 'PENDING') ? 'time' : 'turn';
};
