import type { RawBuilder } from 'kysely';
import { type ApprovalStatus, type Approver, deciderKeys, type StoredApprovalFilter } from 'toolgate/approval';
import { sql } from '../dialect/kysely.js';
import { storableId } from '../dialect/storable-id.js';
import { WAITING } from './waiting.js';

/** A condition of a query on approvals, which it names `a`. */
export type Condition = RawBuilder<boolean>;

/** The columns by which a database may choose an index. */
export type Searched = ReadonlySet<string>;

const PENDING = WAITING.toolgate_approvals;
const TEXTS: ReadonlySet<string> = new Set(['run', 'conversation', 'tenant', 'requester', 'decider', 'tool', 'status']);

/**
 * Returns a column of an approval. A column that is not searched is an expression, because a database without
 * statistics might choose its index, and read every pending approval.
 */
export const columnIn = <T>(searched: Searched, name: string): RawBuilder<T> => {
  const column = sql.ref<T>(`a.${name}`);
  if (searched.has(name)) return column;
  return TEXTS.has(name) ? sql<T>`(${column} || '')` : sql<T>`(${column} + 0)`;
};

/** The status of an approval as it is shown at a time. */
export const shownStatus = (now: RawBuilder<number>): RawBuilder<ApprovalStatus> =>
  sql<ApprovalStatus>`case when a.status = ${sql.lit(PENDING)} and a.expires <= ${now} then 'EXPIRED' else a.status end`;

/** Whether an approval is pending, and expired at a time. */
export const isOverdue = (now: RawBuilder<number>): RawBuilder<number> =>
  sql<number>`case when a.status = ${sql.lit(PENDING)} and a.expires <= ${now} then 1 else 0 end`;

/** The conditions of a filter, except those on the status and on who may decide. */
export const plainConditions = (filter: StoredApprovalFilter, searched: Searched): readonly Condition[] => {
  const { tenant, conversation, runId, requester, decidedBy, tools, createdFrom, createdBefore } = filter;
  const equal = { run: runId, conversation, tenant, requester, decider: decidedBy };
  const created = columnIn(searched, 'created');
  return [
    ...Object.entries(equal).flatMap(([name, value]) =>
      value === undefined ? [] : [sql<boolean>`${columnIn(searched, name)} = ${storableId(value)}`],
    ),
    ...(tools ? [sql<boolean>`${columnIn(searched, 'tool')} in (${sql.join(tools.map(storableId))})`] : []),
    ...(createdFrom === undefined ? [] : [sql<boolean>`${created} >= ${Math.ceil(createdFrom)}`]),
    ...(createdBefore === undefined ? [] : [sql<boolean>`${created} < ${Math.ceil(createdBefore)}`]),
  ];
};

/** The statuses of a filter, as shown; undefined for all. Only pending approvals can be decided. */
export const statusesIn = ({ status, decidableBy }: StoredApprovalFilter): readonly ApprovalStatus[] | undefined => {
  const statuses = typeof status === 'string' ? [status] : status;
  if (!decidableBy) return statuses;
  return statuses === undefined || statuses.includes(PENDING) ? [PENDING] : [];
};

/** The condition on the status that is shown. */
export const statusCondition = (statuses: readonly ApprovalStatus[], now: RawBuilder<number>): Condition =>
  sql<boolean>`${shownStatus(now)} in (${sql.join(statuses)})`;

/** Selects the approvals of one tenant that a person may decide; of every tenant if it is absent. */
export interface DecidableFilter {
  readonly by: Approver;
  readonly tenant?: string;
  /** @default all keys of the person */
  readonly keys?: readonly string[];
  /** Whether the approval is known, so that only its own rows are read. @default false */
  readonly isOfOne?: boolean;
}

/** The conditions on a row of `toolgate_approval_deciders`, named `d`. */
export const deciderConditions = (
  { by, tenant, keys = deciderKeys(by), isOfOne = false }: DecidableFilter,
  now: RawBuilder<number>,
): readonly Condition[] => {
  const names = keys.map(storableId);
  const [own, decider] = isOfOne ? [sql`(d.tenant || '')`, sql`(d.decider || '')`] : [sql`d.tenant`, sql`d.decider`];
  return [
    ...(tenant === undefined ? [] : [sql<boolean>`${own} = ${storableId(tenant)}`]),
    names.length === 1 ? sql<boolean>`${decider} = ${names[0]}` : sql<boolean>`${decider} in (${sql.join(names)})`,
    sql<boolean>`(d.requester is null or d.requester <> ${storableId(by.id)})`,
    sql<boolean>`d.expires > ${now}`,
  ];
};

/** Joins conditions, of which there is at least one. */
export const together = (conditions: readonly Condition[]): Condition =>
  sql<boolean>`${sql.join(conditions, sql` and `)}`;
