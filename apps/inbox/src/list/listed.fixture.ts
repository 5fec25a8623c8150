import type { ListedApprovalBody } from 'toolgate/http/client';

/** An approval that waits, as a list returns it. */
export const listed = (given: Partial<ListedApprovalBody> = {}): ListedApprovalBody => ({
  id: 'a1',
  runId: 'r1',
  toolCallId: 'c1',
  toolName: 'refundOrder',
  status: 'PENDING',
  tenant: 'acme',
  round: 0,
  index: 0,
  version: 1,
  arguments: { orderNumber: 'A-1043', amount: 80, currency: 'EUR' },
  argsHash: 'hash',
  revision: 1,
  requester: 'ann',
  requirement: { groups: [], fourEyes: false, allowEdit: true, onTimeout: 'reject' },
  votes: [],
  edits: [],
  notes: [],
  createdAt: '2026-11-22T15:00:00.000Z',
  updatedAt: '2026-11-22T15:00:00.000Z',
  expiresAt: '2026-11-22T19:00:00.000Z',
  ...given,
});
