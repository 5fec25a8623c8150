import {
  decidersOf,
  type StoredApproval,
  type StoredEvent,
  type StoredNotice,
  type StoredRun,
  type StoredToolSchema,
} from 'toolgate/approval';
import { storableId } from '../dialect/storable-id.js';

/** Converts a run to a row. */
export const runRow = (run: StoredRun) => ({
  ...columnsOfRun(run),
  kind: run.kind ?? 'turn',
  // A damaged run may have none.
  schema: run.schema ?? null,
  client: run.client === undefined ? null : storableId(run.client),
  // The run may now be due for other work.
  reserved: null,
  body: JSON.stringify(run),
});

/** The columns of a run besides the run itself. */
export const columnsOfRun = (run: StoredRun) => ({
  ...listed(run),
  due: dueOf(run),
  turn: run.dueFor === 'turn' ? 1 : 0,
  parked: parkedOf(run),
  ended: endedOf(run),
  removed: timeOf(run.contentRemovedAt),
  // A record that is written now can be read.
  aside: null,
});

/** Converts an approval to a row. */
export const approvalRow = (approval: StoredApproval) => ({
  ...listed(approval),
  run: storableId(approval.run),
  ...filteredColumns(approval),
  body: JSON.stringify(approval),
});

/** The columns by which lists of approvals are filtered and ordered. */
export const filteredColumns = ({ createdAt, expiresAt, tool, requester, decidedBy }: StoredApproval) => ({
  created: wholeTime(createdAt),
  expires: wholeTime(expiresAt),
  tool: storableId(tool),
  requester: storableId(requester.id),
  decider: decidedBy === undefined ? null : storableId(decidedBy),
});

/** Returns the people who may decide an approval, one row for each key; none if it is not pending. */
export const deciderRows = (approval: StoredApproval) => {
  if (approval.status !== 'PENDING') return [];
  const { keys, except } = decidersOf(approval);
  const about = {
    id: storableId(approval.id),
    tenant: storableId(approval.tenant),
    requester: except === undefined ? null : storableId(except),
    created: wholeTime(approval.createdAt),
    expires: wholeTime(approval.expiresAt),
  };
  return keys.map((key) => ({ ...about, decider: storableId(key) }));
};

/** Converts the schema of a tool to a row. */
export const schemaRow = ({ hash, schema }: StoredToolSchema) => ({
  hash: storableId(hash),
  body: JSON.stringify(schema),
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

/** Converts a new notice to a row. */
export const noticeRow = (notice: StoredNotice) => ({
  id: storableId(notice.id),
  channel: storableId(notice.channel),
  run: storableId(notice.run),
  tenant: storableId(notice.tenant),
  state: 'open',
  at: wholeTime(notice.at),
  due: wholeTime(notice.at),
  failures: 0,
  body: JSON.stringify(notice),
});

const listed = ({ id, tenant, conversation, status, version }: StoredRun | StoredApproval) => ({
  id: storableId(id),
  tenant: storableId(tenant),
  conversation: conversation === undefined ? null : storableId(conversation),
  status,
  version,
});

// The column contains integers. A run that is never due has null.
const dueOf = ({ dueAt = Infinity }: StoredRun): number | null => (Number.isFinite(dueAt) ? wholeTime(dueAt) : null);

const parkedOf = ({ parked }: StoredRun): number | null => timeOf(parked?.at);

// A damaged run may contain anything.
const timeOf = (time: unknown): number | null => (typeof time === 'number' ? wholeTime(time) : null);

const OPEN: readonly string[] = ['suspended', 'resuming'];

const endedOf = ({ status, endedAt }: StoredRun): number | null =>
  timeOf(endedAt) ?? (OPEN.includes(status) ? null : Number.MAX_SAFE_INTEGER);

// Rounded up, because a clock of whole milliseconds reaches both times at once.
const wholeTime = (time: number): number => Math.min(Math.ceil(time), Number.MAX_SAFE_INTEGER);
