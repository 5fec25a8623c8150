/** A pending approval of a refund. */
export const approval = {
  id: 'ARvnjQgKDlJoSgQKf2RmxLOFzh8',
  runId: '58162b12-c323-4622-b4a7-bfe0d66c4b4b',
  toolCallId: 'call-1-0',
  toolName: 'refund',
  description: 'Refund an order',
  status: 'PENDING',
  tenant: 'acme',
  conversation: 'c-7',
  round: 1,
  index: 0,
  version: 1,
  arguments: { orderNumber: 'A-1043', amount: 80 },
  argsHash: 'SfJF06-3l5f_n7ZGiAyU0hsV_80H0Q85nssUCHERarM',
  revision: 1,
  requester: 'ann',
  requirement: { groups: [{ roles: ['lead'], quorum: 1 }], fourEyes: true, allowEdit: false, onTimeout: 'reject' },
  message: 'May this be refunded?',
  votes: [],
  edits: [],
  notes: [],
  createdAt: '2026-11-21T14:56:21.273Z',
  updatedAt: '2026-11-21T14:56:21.273Z',
  expiresAt: '2026-11-22T14:56:21.273Z',
};

const inputSchema = {
  type: 'object',
  properties: { orderNumber: { type: 'string' }, amount: { type: 'number' } },
  required: ['orderNumber', 'amount'],
};

export const approvalDetail = { ...approval, inputSchema, toolChanged: false, canDecide: true };

export const approved = {
  ...approvalDetail,
  status: 'APPROVED',
  version: 2,
  votes: [{ voter: 'lee', roles: ['lead'], at: '2026-11-21T15:02:04.118Z' }],
  decidedBy: 'lee',
  canDecide: false,
  updatedAt: '2026-11-21T15:02:04.118Z',
};

export const cancelled = {
  ...approvalDetail,
  status: 'CANCELLED',
  version: 2,
  decidedBy: 'lee',
  decisionReason: 'The order was deleted.',
  canDecide: false,
  updatedAt: '2026-11-21T15:02:04.118Z',
};

export const now = '2026-11-21T15:00:00.000Z';

export const decision = {
  decisionId: '7f4c2d0e9b6a4f158c3de2a1b0c9d8e7',
  decision: 'approve',
  revision: 1,
  argsHash: approval.argsHash,
};

export const principal = { id: 'lee', tenant: 'acme', roles: ['lead'], administrator: false };

export const counts = { total: 3, byStatus: { PENDING: 2, SUCCEEDED: 1 } };

export const stats = {
  from: '2026-11-21T14:00:00.000Z',
  to: '2026-11-21T15:00:00.000Z',
  hours: [{ at: '2026-11-21T14:00:00.000Z', asked: 4, decided: 3, expired: 0, medianDecideMs: 52_000 }],
};

export const run = {
  id: approval.runId,
  kind: 'turn',
  status: 'suspended',
  tenant: 'acme',
  client: 'default',
  conversation: 'c-7',
  requester: 'ann',
  version: 1,
  round: 1,
  slots: [
    { index: 0, toolCallId: 'call-1-0', toolName: 'refund', state: 'ready', attempt: 0, approvalId: approval.id },
  ],
  hasEffects: false,
  createdAt: '2026-11-21T14:56:21.273Z',
  updatedAt: '2026-11-21T14:56:21.273Z',
  failures: 0,
};

export const events = {
  items: [
    { runId: run.id, approvalId: approval.id, tenant: 'acme', at: approval.createdAt, type: 'PENDING' },
    { runId: run.id, approvalId: approval.id, tenant: 'acme', at: approved.updatedAt, by: 'lee', type: 'APPROVED' },
  ],
};

const pending = [{ id: approval.id, version: approval.version }];
const change = { kind: 'approval', id: approval.id, version: 2, status: 'APPROVED' };

/** The beginning of a stream of changes. */
export const changes = [
  `event: snapshot\ndata: ${JSON.stringify({ counts, pending, me: principal, now })}\n\n`,
  `event: change\ndata: ${JSON.stringify(change)}\n\n`,
  ': heartbeat\n\n',
].join('');

/** A call of another application that waits for a decision. */
export const externalCall = {
  protocol: 1,
  id: approval.id,
  runId: 'external_Zr5c1rMB0Fv0bWUuQ5PqNQ5o0cYw5m4nZcYw0r1nE8s',
  status: 'suspended',
  approval: 'PENDING',
  argsHash: approval.argsHash,
  expiresAt: approval.expiresAt,
};
