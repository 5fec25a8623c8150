import { type Page, type PageQuery, pageSize, pageStart } from 'toolgate/approval';
import type { SelectQueryBuilder } from 'kysely';
import { idOf, storableId } from '../storable-id.js';
import { jsonIn, shownText, type StoredText } from '../stored-text.js';
import type { ApprovalTables } from './approval-tables.js';

type Listed = 'toolgate_approval_runs' | 'toolgate_approvals';

/** A row of a list. */
export interface ListRow {
  readonly place: number | string;
  readonly id: StoredText;
  readonly body: StoredText;
}

type ListQuery = SelectQueryBuilder<ApprovalTables, Listed, ListRow>;

/** Reads one page of a list; one row more than it holds tells whether there is another. */
export const pageOf = async <T extends object>(
  list: ListQuery,
  { tenant, conversation, status, cursor, limit }: PageQuery & { readonly status?: string },
): Promise<Page<T>> => {
  const size = pageSize(limit);
  const rows = await list
    .where('place', '>', pageStart(cursor))
    .$if(tenant !== undefined, (query) => query.where('tenant', '=', storableId(tenant!)))
    .$if(conversation !== undefined, (query) => query.where('conversation', '=', storableId(conversation!)))
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
    .orderBy('place')
    .limit(size + 1)
    .execute();
  const read = rows.slice(0, size).map(({ id, body }) => ({ id, ...jsonIn<T>(body) }));
  const items = read.flatMap((row) => ('value' in row ? [row.value] : []));
  const unreadable = read.flatMap((row) => ('problem' in row ? [idOf(shownText(row.id))] : []));
  return {
    items,
    ...(unreadable.length > 0 && { unreadable }),
    ...(rows.length > size && { cursor: String(rows[size - 1]!.place) }),
  };
};
