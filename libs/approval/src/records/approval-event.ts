import { isoTime } from './iso-time.js';
import type { StoredEvent } from './stored-event.js';

/** What happened to a run or to one of its approvals; written with the change that it reports, and never changed. */
export interface ApprovalEvent extends Omit<StoredEvent, 'run' | 'approval' | 'at'> {
  readonly runId: string;
  readonly approvalId?: string;
  /** ISO 8601, by the store's clock. */
  readonly at: string;
}

/** Converts a stored event to the one that `ApprovalService.runs.events` returns. */
export const eventRecord = ({ run, approval, at, ...rest }: StoredEvent): ApprovalEvent => ({
  runId: run,
  ...(approval !== undefined && { approvalId: approval }),
  at: isoTime(at),
  ...rest,
});
