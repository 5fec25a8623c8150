import type { StoredApproval, StoredRun } from 'toolgate/approval';

/** A suspended run of Ann as a store saves it, with some of its properties changed. */
export const runOf = (id: string, change: Partial<StoredRun> = {}): StoredRun => ({
  schema: 1,
  id,
  tenant: 'acme',
  client: 'default',
  requester: { id: 'ann', tenant: 'acme' },
  status: 'suspended',
  version: 1,
  fence: 0,
  round: 1,
  slots: [],
  hasEffects: false,
  createdAt: 0,
  updatedAt: 0,
  failures: 0,
  ...change,
});

/** A pending approval of Ann as a store saves it. */
export const approvalOf = (id: string, run: string): StoredApproval => ({
  schema: 1,
  id,
  run,
  tenant: 'acme',
  round: 1,
  index: 0,
  callId: `call-${id}`,
  tool: 'refund',
  definitionHash: 'd'.repeat(43),
  arguments: {},
  argsHash: 'a'.repeat(43),
  revision: 1,
  edits: [],
  requester: { id: 'ann', tenant: 'acme' },
  requirement: {},
  votes: [],
  commands: [],
  status: 'PENDING',
  version: 1,
  createdAt: 1000,
  updatedAt: 1000,
  expiresAt: 2000,
  notes: [],
  idempotencyKey: `${run}:1:0`,
});
