import { type Page, type PageQuery, pageSize, pageStart } from 'toolgate/approval';
import type { SelectQueryBuilder } from 'kysely';
import { storableId } from '../storable-id.js';
import type { ApprovalTables } from './approval-tables.js';

type Listed = 'toolgate_approval_runs' | 'toolgate_approvals';
type ListQuery = SelectQueryBuilder<ApprovalTables, Listed, { place: number | string; body: string }>;

/** Reads one page of a list; one row more than it holds tells whether there is another. */
export const pageOf = async <T>(
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
  const items = rows.slice(0, size).map(({ body }) => JSON.parse(body) as T);
  return rows.length > size ? { items, cursor: String(rows[size - 1]!.place) } : { items };
};
