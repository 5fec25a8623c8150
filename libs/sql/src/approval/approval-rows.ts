import type { Approval, ApprovalEvent, Run } from 'toolgate/approval';
import { storableId } from '../storable-id.js';

/** A run as a row. */
export const runRow = (run: Run) => ({
  ...listed(run),
  due: dueOf(run),
  turn: run.dueFor === 'turn' ? 1 : 0,
  // What was written now can be read.
  aside: null,
  body: JSON.stringify(run),
});

/** An approval as a row. */
export const approvalRow = (approval: Approval) => ({
  ...listed(approval),
  run: storableId(approval.run),
  body: JSON.stringify(approval),
});

/** An event as a row. */
export const eventRow = (event: ApprovalEvent) => ({
  run: storableId(event.run),
  approval: event.approval === undefined ? null : storableId(event.approval),
  tenant: storableId(event.tenant),
  type: event.type,
  at: Math.trunc(event.at),
  body: JSON.stringify(event),
});

const listed = ({ id, tenant, conversation, status, version }: Run | Approval) => ({
  id: storableId(id),
  tenant: storableId(tenant),
  conversation: conversation === undefined ? null : storableId(conversation),
  status,
  version,
});

// The column holds whole numbers; what is due never is not due.
const dueOf = ({ dueAt = Infinity }: Run): number | null =>
  Number.isFinite(dueAt) ? Math.min(Math.ceil(dueAt), Number.MAX_SAFE_INTEGER) : null;
