import type { ApprovalStatus } from '../records/stored-approval.js';
import type { RunStatus } from '../records/stored-run.js';

/** A record was written and can be read again. Of its content, the change has only the status. */
export type RecordChange =
  | { readonly kind: 'approval'; readonly id: string; readonly version: number; readonly status: ApprovalStatus }
  | { readonly kind: 'run'; readonly id: string; readonly version: number; readonly status: RunStatus };

/** A change that a subscriber receives. `reset`: changes were lost, so read everything again. */
export type ApprovalChange = RecordChange | { readonly kind: 'reset' };

/**
 * A change on its way to the subscribers of its tenant. A `reset` without a tenant is for the subscribers of every
 * tenant.
 */
export type PublishedChange =
  | (RecordChange & { readonly tenant: string })
  | { readonly kind: 'reset'; readonly tenant?: string };
