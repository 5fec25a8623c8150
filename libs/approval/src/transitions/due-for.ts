import type { DueWork, RunState } from '../records/stored-run.js';
import { isCancelingInside } from './due-at.js';
import { owesAnswer } from './ended-at.js';

/** Returns the work that a run is due for. */
export const dueFor = ({ run, approvals }: RunState): DueWork => {
  const { kind, lease, closing } = run;
  if (lease || kind === 'external' || isCancelingInside(run)) return 'time';
  if (closing === undefined && owesAnswer(run)) return 'time';
  return closing === undefined && approvals.some(({ status }) => status === 'PENDING') ? 'time' : 'turn';
};
