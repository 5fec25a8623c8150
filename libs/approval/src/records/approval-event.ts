import { isoTime } from './iso-time.js';
import type { StoredEvent } from './stored-event.js';

/** An event of a run or of one of its approvals. It is written with the change that it reports, and never changes. */
export interface ApprovalEvent extends Omit<StoredEvent, 'run' | 'approval' | 'at'> {
  readonly runId: string;
  readonly approvalId?: string;
  /** ISO 8601, by the store's clock. */
  readonly at: string;
}

/** Converts a stored event to the record that `ApprovalService.runs.events` returns. */
export const eventRecord = ({ run, approval, at, ...rest }: StoredEvent): ApprovalEvent => ({
  runId: run,
  ...(approval !== undefined && { approvalId: approval }),
  at: isoTime(at),
  ...rest,
});
