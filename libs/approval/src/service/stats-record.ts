import { isoTime } from '../records/iso-time.js';
import type { StoredApprovalHour, StoredApprovalStats } from '../store/approval-stats.js';

/** What happened to approvals in one hour. */
export interface ApprovalHour extends Omit<StoredApprovalHour, 'at'> {
  /** The beginning of the hour, UTC, in ISO 8601. */
  readonly at: string;
}

/** The hourly numbers of approvals, oldest hour first. The last hour is the present one. */
export interface ApprovalStats {
  /** The beginning of the first hour, in ISO 8601. */
  readonly from: string;
  /** The present time, by the store's clock. */
  readonly to: string;
  readonly hours: readonly ApprovalHour[];
}

/** Converts stored statistics to the record that `ApprovalService.stats` returns. */
export const statsRecord = ({ from, to, hours }: StoredApprovalStats): ApprovalStats => ({
  from: isoTime(from),
  to: isoTime(to),
  hours: hours.map((hour) => ({ ...hour, at: isoTime(hour.at) })),
});
