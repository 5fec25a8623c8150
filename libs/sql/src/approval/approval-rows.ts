import type { StoredApproval, StoredEvent, StoredRun } from 'toolgate/approval';
import { storableId } from '../storable-id.js';

/** Converts a run to a row. */
export const runRow = (run: StoredRun) => ({ ...columnsOfRun(run), body: JSON.stringify(run) });

/** The columns of a run besides the run itself. */
export const columnsOfRun = (run: StoredRun) => ({
  ...listed(run),
  due: dueOf(run),
  turn: run.dueFor === 'turn' ? 1 : 0,
  // A record that is written now can be read.
  aside: null,
});

/** Converts an approval to a row. */
export const approvalRow = (approval: StoredApproval) => ({
  ...listed(approval),
  run: storableId(approval.run),
  body: JSON.stringify(approval),
});

/** Converts an event to a row. */
export const eventRow = (event: StoredEvent) => ({
  run: storableId(event.run),
  approval: event.approval === undefined ? null : storableId(event.approval),
  tenant: storableId(event.tenant),
  type: event.type,
  at: Math.trunc(event.at),
  body: JSON.stringify(event),
});

const listed = ({ id, tenant, conversation, status, version }: StoredRun | StoredApproval) => ({
  id: storableId(id),
  tenant: storableId(tenant),
  conversation: conversation === undefined ? null : storableId(conversation),
  status,
  version,
});

// The column contains integers. A run that is never due has null.
const dueOf = ({ dueAt = Infinity }: StoredRun): number | null =>
  Number.isFinite(dueAt) ? Math.min(Math.ceil(dueAt), Number.MAX_SAFE_INTEGER) : null;
