import type { ApprovalCountsBody, ApprovalStatusWord } from './approval-body.js';
import type { PrincipalBody } from './request-body.js';
import type { RunStatusWord } from './run-body.js';

/** The data of the event `change`: it names a record that the client must read again. */
export type ChangeBody =
  | { readonly kind: 'approval'; readonly id: string; readonly version: number; readonly status: ApprovalStatusWord }
  | { readonly kind: 'run'; readonly id: string; readonly version: number; readonly status: RunStatusWord };

/** The data of the event `snapshot`, the first event of each connection. */
export interface SnapshotBody {
  /** The number of approvals that wait. */
  readonly counts: ApprovalCountsBody;
  /** The versions of the 100 newest approvals that wait. A client reads an approval again if its version differs. */
  readonly pending: readonly { readonly id: string; readonly version: number }[];
  readonly me: PrincipalBody;
  /** The time of the server, ISO 8601. */
  readonly now: string;
}
