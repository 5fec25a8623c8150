import type { DueWork, RunKind, RunStatus, StoredRun } from '../records/stored-run.js';
import type { StoredApproval } from '../records/stored-approval.js';
import type { Page, RunQuery } from './approval-query.js';
import { hasUnknownOutcome, isUnfinished } from './is-unfinished.js';
import { pageSize, pageStart } from './page-start.js';

/** A record as JSON, with the fields that queries use. */
export interface Row {
  readonly place: number;
  readonly id: string;
  readonly run: string;
  readonly tenant: string;
  readonly conversation?: string;
  readonly status: string;
  /** The kind of a run. */
  readonly kind?: RunKind;
  readonly dueAt?: number;
  readonly dueFor?: DueWork;
  readonly isParked: boolean;
  readonly hasUnknown: boolean;
  readonly isUnfinished: boolean;
  readonly endedAt?: number;
  readonly hasContent: boolean;
  readonly body: string;
}

/** Returns the fields of a record that queries use. */
export const columnsOf = (record: StoredRun | StoredApproval): Omit<Row, 'place' | 'run' | 'body'> => {
  const { id, tenant, conversation, status, contentRemovedAt } = record;
  const about = { id, tenant, conversation, status, hasContent: contentRemovedAt === undefined };
  // A row of an approval has no column of a run.
  if (!('slots' in record)) return { ...about, isParked: false, hasUnknown: false, isUnfinished: false };
  const { kind = 'turn', dueAt, dueFor, parked, endedAt } = record;
  return {
    ...about,
    kind,
    dueAt: Number.isFinite(dueAt) ? dueAt : undefined,
    dueFor,
    isParked: parked !== undefined,
    hasUnknown: hasUnknownOutcome(record),
    isUnfinished: isUnfinished(record),
    endedAt,
  };
};

/** Returns the record of a row, as a copy. */
export const recordIn = <T>({ body }: Row): T => JSON.parse(body);

/** Returns a page of the records that match a query. */
export const pageOf = <T>(all: Iterable<Row>, query: RunQuery): Page<T> => {
  const start = pageStart(query.cursor);
  const limit = pageSize(query.limit);
  const items: T[] = [];
  let last = start;
  for (const row of all) {
    if (row.place <= start || !isListed(row, query)) continue;
    if (items.length === limit) return { items, cursor: String(last) };
    items.push(recordIn<T>(row));
    last = row.place;
  }
  return { items };
};

/** Whether a row matches a query. */
export const isListed = (row: Row, query: RunQuery): boolean =>
  (query.tenant === undefined || row.tenant === query.tenant) &&
  (query.conversation === undefined || row.conversation === query.conversation) &&
  (query.status === undefined || row.status === query.status) &&
  (query.kind === undefined || row.kind === query.kind) &&
  (query.parked === undefined || row.isParked) &&
  (query.unknownOutcome === undefined || row.hasUnknown) &&
  (query.unfinished === undefined || row.isUnfinished);

/** The statuses in which a run does not allow another run in its conversation. */
const ACTIVE: readonly string[] = ['suspended', 'resuming'] satisfies RunStatus[];

/** Returns the other turns of the conversation of a run that are suspended or resuming; none if it has no conversation. */
export const activeBeside = ({ id, tenant, conversation }: StoredRun, rows: Iterable<Row>): readonly string[] => {
  if (conversation === undefined) return [];
  const others = [...rows].filter((row) => row.id !== id && isListed(row, { tenant, conversation, kind: 'turn' }));
  return others.filter(({ status }) => ACTIVE.includes(status)).map((row) => row.id);
};
