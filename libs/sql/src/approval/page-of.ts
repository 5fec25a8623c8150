import { pageSize, pageStart } from '#approval';
import { hasUnknownOutcome, isUnfinished, type Page, type RunQuery, type StoredRun } from 'toolgate/approval';
import type { RawBuilder, SelectQueryBuilder } from 'kysely';
import { sql } from '../dialect/kysely.js';
import { idOf, storableId } from '../dialect/storable-id.js';
import { jsonIn, shownText, type StoredText } from '../dialect/stored-text.js';
import type { ApprovalTables } from './approval-tables.js';
import { WAITING } from './waiting.js';

/** A row of a list. */
export interface ListRow {
  readonly place: number | string;
  readonly id: StoredText;
  readonly body: StoredText;
}

type ListQuery = SelectQueryBuilder<ApprovalTables, 'toolgate_approval_runs', ListRow>;

/** Reads one page of a list of runs. It reads one more row than the page has, to find out whether there is another page. */
export const pageOf = async (list: ListQuery, filter: RunQuery): Promise<Page<StoredRun>> => {
  const { tenant, conversation, status, kind, parked, unknownOutcome, unfinished, cursor, limit } = filter;
  const size = pageSize(limit);
  const searched = searchedColumns(filter);
  const equal = { conversation: idIn(conversation), tenant: idIn(tenant), status };
  const after = searched.has('place') ? sql.ref('place') : sql`place + 0`;
  let rowsAfter = list.where(sql<boolean>`${after} > ${pageStart(cursor)}`);
  if (isByStatus(filter)) rowsAfter = rowsAfter.where(waitsOrNot(filter));
  if (kind) rowsAfter = rowsAfter.where('kind', '=', kind);
  if (parked) rowsAfter = rowsAfter.where('parked', 'is not', null);
  // No column contains this state. The text may also occur in other data, so each found run is checked again.
  if (unknownOutcome) rowsAfter = rowsAfter.where('body', 'like', '%"state":"unknown"%');
  if (unfinished) rowsAfter = rowsAfter.where(mayBeUnfinished());
  for (const [column, value] of Object.entries(equal)) {
    if (value === undefined) continue;
    const compared = searched.has(column) ? sql.ref(column) : sql`${sql.ref(column)} || ''`;
    rowsAfter = rowsAfter.where(sql<boolean>`${compared} = ${value}`);
  }
  const rows = await rowsAfter
    .orderBy('place')
    .limit(size + 1)
    .execute();
  const read = rows.slice(0, size).map(({ id, body }) => ({ id, ...jsonIn<StoredRun>(body) }));
  const last = rows.length > size && rows[size - 1];
  const runs = read.flatMap((row) => ('value' in row ? [row.value] : []));
  const unreadable = read.flatMap((row) => ('problem' in row ? [idOf(shownText(row.id))] : []));
  return {
    items: runs.filter((run) => (!unknownOutcome || hasUnknownOutcome(run)) && (!unfinished || isUnfinished(run))),
    ...(unreadable.length > 0 && { unreadable }),
    ...(last && { cursor: String(last.place) }),
  };
};

const idIn = (id: string | undefined): string | undefined => (id === undefined ? undefined : storableId(id));

// A run that has ended and adds results to its conversation is due, or was set aside. Each found run is checked again.
const mayBeUnfinished = () => sql<boolean>`status in ('suspended', 'resuming', 'failed', 'cancelled')
  and (status in ('suspended', 'resuming') or due is not null or aside is not null)`;

const ALL: ReadonlySet<string> = new Set(['conversation', 'tenant', 'status', 'place']);
const BY_PLACE: ReadonlySet<string> = new Set(['place']);
const BY_CONVERSATION: ReadonlySet<string> = new Set(['conversation']);

/**
 * The columns that the database may use to choose an index. The others are compared as expressions, because a database
 * without statistics rates the index of all waiting records as high as that of a conversation.
 */
const searchedColumns = ({ conversation, tenant, status, parked }: RunQuery): ReadonlySet<string> => {
  // Few runs are parked, and they have an index.
  if (parked) return BY_PLACE;
  if (conversation === undefined || (tenant !== undefined && status !== undefined)) return ALL;
  return BY_CONVERSATION;
};

/** Whether a list is read by its status alone. */
const isByStatus = ({ conversation, tenant, status }: RunQuery): boolean =>
  status !== undefined && conversation === undefined && tenant === undefined;

// Written out, because a database finds a partial index by the text of the statement.
const waitsOrNot = ({ status }: RunQuery): RawBuilder<boolean> => {
  const waiting = WAITING.toolgate_approval_runs;
  return status === waiting ? sql`status = ${sql.lit(waiting)}` : sql`status <> ${sql.lit(waiting)}`;
};
