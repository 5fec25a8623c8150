import type { RawBuilder } from 'kysely';
import { pageSize } from '#approval';
import {
  type ApprovalOrder,
  listCursor,
  type ListPlace,
  listStart,
  type Page,
  type StoredApproval,
  type StoredApprovalFilter,
  type StoredApprovalQuery,
  tenantSeenBy,
} from 'toolgate/approval';
import { sql } from '../dialect/kysely.js';
import { idOf } from '../dialect/storable-id.js';
import { jsonIn, shownText, type StoredText, textColumn } from '../dialect/stored-text.js';
import { columnIn, type Condition, isOverdue, together } from './approval-conditions.js';
import type { ApprovalDatabase } from './approval-tables.js';
import { type Branch, branchesOf } from './list-branches.js';

/** The rows of a page to read. */
interface PageRows {
  readonly order: ApprovalOrder;
  readonly start?: ListPlace;
  readonly limit: number;
  readonly now: RawBuilder<number>;
}

/** A row of a list. */
interface ListedRow {
  readonly place: number | string;
  readonly value: number | string;
  readonly id: StoredText;
  readonly body: StoredText;
  readonly overdue: number;
}

/**
 * Reads one page of approvals as they are shown now. Each branch of a list reads only as many rows of one index as the
 * page needs, so that its time does not depend on the number of approvals.
 */
export const listApprovals = async (
  database: ApprovalDatabase,
  { order = 'oldest', cursor, limit, ...filter }: StoredApprovalQuery,
  now: RawBuilder<number>,
): Promise<Page<StoredApproval>> => {
  const size = pageSize(limit);
  const start = listStart(order, cursor);
  const visible = ofOwnTenant(filter);
  const branches = visible ? branchesOf(database, { filter: visible, order, now }) : [];
  if (branches.length === 0) return { items: [] };
  // One more row than the page, to find out whether there is another page.
  const page = { order, limit: size + 1, now, ...(start && { start }) };
  const rows: readonly ListedRow[] = await pageQuery(database, branches, page).execute();
  const read = rows.slice(0, size).map(readRow);
  const last = rows.length > size && rows[size - 1];
  const unreadable = read.flatMap((row) => ('unreadable' in row ? [row.unreadable] : []));
  return {
    items: read.flatMap((row) => ('approval' in row ? [row.approval] : [])),
    ...(unreadable.length > 0 && { unreadable }),
    ...(last && { cursor: cursorAt(order, last) }),
  };
};

/** Returns a filter with the tenant in which a person decides; undefined if it is for another one. */
export const ofOwnTenant = (filter: StoredApprovalFilter): StoredApprovalFilter | undefined => {
  const own = filter.decidableBy && tenantSeenBy(filter.decidableBy);
  if (own === undefined) return filter;
  return filter.tenant === undefined || filter.tenant === own ? { ...filter, tenant: own } : undefined;
};

const readRow = (row: ListedRow): { readonly approval: StoredApproval } | { readonly unreadable: string } => {
  const json = jsonIn<StoredApproval>(row.body);
  if ('problem' in json) return { unreadable: idOf(shownText(row.id)) };
  return { approval: shownApproval(json.value, row.overdue) };
};

/** Returns an approval as it is shown: `EXPIRED` if its row is overdue. */
export const shownApproval = (approval: StoredApproval, overdue: number): StoredApproval =>
  overdue === 1 && approval.status === 'PENDING' ? { ...approval, status: 'EXPIRED' } : approval;

const cursorAt = (order: ApprovalOrder, { value, place }: ListedRow): string =>
  listCursor(order, { value: Number(value), place: Number(place) });

const pageQuery = (database: ApprovalDatabase, branches: readonly Branch[], page: PageRows) => {
  const { order, limit, now } = page;
  const direction = order === 'newest' ? 'desc' : 'asc';
  const [first, ...others] = branches.map((branch, index) =>
    // SQLite allows an order and a limit in one part of a union only inside a subquery.
    database.selectFrom(branchQuery(database, branch, page).as(`part${index}`)).select(['place', 'value']),
  );
  // An approval that a person may decide for several reasons is in several branches.
  const found = others.reduce((all, one) => all.union(one), first!);
  const places = database
    .selectFrom(found.as('found'))
    .select(['place', 'value'])
    .orderBy('value', direction)
    .orderBy('place', direction)
    .limit(limit);
  return database
    .selectFrom(places.as('page'))
    .innerJoin('toolgate_approvals as a', 'a.place', 'page.place')
    .select([
      'a.place',
      'page.value',
      textColumn(database, 'a.id').as('id'),
      textColumn(database, 'a.body').as('body'),
      isOverdue(now).as('overdue'),
    ])
    .orderBy('page.value', direction)
    .orderBy('a.place', direction);
};

const branchQuery = (database: ApprovalDatabase, { source, conditions, searched }: Branch, page: PageRows) => {
  const { order, start, limit } = page;
  const name = order === 'expiring' ? 'expires' : 'created';
  const isOfDeciders = source === 'deciders';
  const value = isOfDeciders ? sql<number>`${sql.ref(`d.${name}`)}` : columnIn<number>(searched, name);
  const place = isOfDeciders ? sql<number>`d.place` : columnIn<number>(searched, 'place');
  const sign = sql.raw(order === 'newest' ? '<' : '>');
  const direction = order === 'newest' ? 'desc' : 'asc';
  const after: readonly Condition[] = start
    ? [sql<boolean>`(${value}, ${place}) ${sign} (${start.value}, ${start.place})`]
    : [];
  const rows = isOfDeciders
    ? database
        .selectFrom('toolgate_approval_deciders as d')
        .innerJoin('toolgate_approvals as a', 'a.place', 'd.place')
        .select(['d.place as place', value.as('value')])
    : database.selectFrom('toolgate_approvals as a').select(['a.place as place', value.as('value')]);
  return rows
    .where(together([...conditions, ...after, sql<boolean>`1 = 1`]))
    .orderBy(value, direction)
    .orderBy(place, direction)
    .limit(limit);
};
