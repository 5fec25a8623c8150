import type { RawBuilder } from 'kysely';
import { APPROVAL_STATUSES } from '#approval';
import {
  type ApprovalOrder,
  type ApprovalStatus,
  type Approver,
  deciderKeys,
  type StoredApprovalFilter,
} from 'toolgate/approval';
import { sql } from '../dialect/kysely.js';
import {
  columnIn,
  type Condition,
  deciderConditions,
  plainConditions,
  type Searched,
  statusCondition,
  statusesIn,
  together,
} from './approval-conditions.js';
import type { ApprovalDatabase } from './approval-tables.js';
import { type IndexMark, markOf } from './index-marks.js';
import { WAITING } from './waiting.js';

/** A part of a list that is read in the order of one index. */
export interface Branch {
  /** The table of that index: approvals, named `a`, or `toolgate_approval_deciders`, named `d`. */
  readonly source: 'approvals' | 'deciders';
  readonly conditions: readonly Condition[];
  /** The columns by which the database may choose an index. */
  readonly searched: Searched;
}

/** A list to read. */
export interface ReadList {
  readonly filter: StoredApprovalFilter;
  readonly order: ApprovalOrder;
  /** The present time. */
  readonly now: RawBuilder<number>;
}

const PENDING = WAITING.toolgate_approvals;

/** More branches would take longer than sorting. */
const MOST = 50;

/** Returns the parts of a list; none if it is empty. */
export const branchesOf = (database: ApprovalDatabase, list: ReadList): readonly Branch[] => {
  const { filter } = list;
  const statuses = statusesIn(filter);
  if (statuses?.length === 0) return [];
  if (filter.runId !== undefined || filter.conversation !== undefined) return [sortedBranch(database, list, statuses)];
  if (filter.decidableBy) return deciderBranches(list, filter.decidableBy);
  return statusBranches(list, statuses);
};

/** A run and a conversation have few approvals, which are sorted. */
const sortedBranch = (
  database: ApprovalDatabase,
  { filter, now }: ReadList,
  statuses: readonly ApprovalStatus[] | undefined,
): Branch => {
  const { runId, tenant, decidableBy: by } = filter;
  const searched = new Set([runId === undefined ? 'conversation' : 'run']);
  const decidable = by && isDecidable(database, deciderConditions({ by, tenant, isOfOne: true }, now));
  return {
    source: 'approvals',
    searched,
    conditions: [
      ...plainConditions(filter, searched),
      ...(statuses ? [statusCondition(statuses, now)] : []),
      ...(decidable ? [decidable] : []),
    ],
  };
};

/** Whether a row of `toolgate_approval_deciders` for an approval matches conditions. */
const isDecidable = (database: ApprovalDatabase, conditions: readonly Condition[]): Condition => {
  // Counted, because PostgreSQL without statistics would join every row for `exists`.
  const rows = database
    .selectFrom('toolgate_approval_deciders as d')
    .select(sql<number>`count(*)`.as('count'))
    .where(sql<boolean>`d.place = a.place`)
    .where(together(conditions));
  return sql<boolean>`${rows} > 0`;
};

const NOTHING: Searched = new Set();
const OF_DECIDERS: Searched = new Set(['created', 'expires', 'place']);

/** One branch for each key of a person. A person with very many roles has one branch, which is sorted. */
const deciderBranches = ({ filter, order, now }: ReadList, by: Approver): readonly Branch[] => {
  const { tenant, ...others } = filter;
  const keys = deciderKeys(by);
  const parts = keys.length > MOST ? [keys] : keys.map((key) => [key]);
  return parts.map((part) => ({
    source: 'deciders',
    searched: OF_DECIDERS,
    conditions: [
      ...deciderConditions({ by, tenant, keys: part }, now),
      ...(order === 'expiring' ? [markOf('expiry', 'd')] : []),
      ...plainConditions(others, NOTHING),
    ],
  }));
};

/** A filter with its own index: the column, and the values that it may have. */
interface Lead {
  readonly column: 'decider' | 'requester' | 'tool';
  readonly values: readonly string[];
}

const leadOf = ({ decidedBy, requester, tools, tenant }: StoredApprovalFilter, parts: number): Lead | undefined => {
  if (decidedBy !== undefined) return { column: 'decider', values: [decidedBy] };
  if (requester !== undefined) return { column: 'requester', values: [requester] };
  // The approvals of a tool may be many, so they are not sorted.
  return tools && tenant !== undefined && tools.length * parts <= MOST ? { column: 'tool', values: tools } : undefined;
};

const statusBranches = (list: ReadList, statuses: readonly ApprovalStatus[] | undefined): readonly Branch[] => {
  const { filter, order } = list;
  const { tenant } = filter;
  const time = order === 'expiring' ? 'expires' : 'created';
  const parts = statuses ?? APPROVAL_STATUSES;
  const lead = leadOf(filter, parts.length);
  if (lead && tenant === undefined) return [wholeBranch(list, [lead.column], statuses)];
  if (!lead && tenant !== undefined && !statuses && time === 'created') {
    return [wholeBranch(list, ['tenant', time, 'place'], undefined)];
  }
  const index: ChosenIndex = lead
    ? { searched: new Set([lead.column, 'tenant', 'status', 'created', 'place']), marks: [] }
    : { searched: new Set(['tenant', 'status', time, 'place']), marks: marksOf(order, tenant) };
  const filters = lead?.column === 'tool' ? lead.values.map((tool) => ({ ...filter, tools: [tool] })) : [filter];
  return filters.flatMap((one) => {
    const ofOne = { ...list, filter: one };
    // Without a filter by status, an expiry that is not yet written makes no difference.
    if (!statuses) return parts.map((status) => storedPart(ofOne, status, index));
    return parts.flatMap((status) => shownParts(ofOne, status, index));
  });
};

/** The columns by which an index may be chosen, and the marks of that index. */
interface ChosenIndex {
  readonly searched: Searched;
  readonly marks: readonly IndexMark[];
}

const marksOf = (order: ApprovalOrder, tenant: string | undefined): readonly IndexMark[] => {
  const every: readonly IndexMark[] = tenant === undefined ? ['all'] : [];
  if (order === 'expiring') return [...every, 'expiry'];
  return tenant === undefined ? every : ['creation'];
};

/** The parts of a list that are shown with a status. */
const shownParts = (list: ReadList, status: ApprovalStatus, index: ChosenIndex): readonly Branch[] => {
  const { now, order, filter } = list;
  if (status === PENDING) {
    return [storedPart(list, PENDING, index, sql<boolean>`${columnIn(index.searched, 'expires')} > ${now}`)];
  }
  const stored = storedPart(list, status, index);
  if (status !== 'EXPIRED') return [stored];
  // Those whose expiry is not yet written are few, and are sorted.
  const searched = new Set(['tenant', 'status', 'expires', ...(order === 'expiring' ? ['place'] : [])]);
  const byExpiry = { searched, marks: marksOf('expiring', filter.tenant) };
  return [stored, storedPart(list, PENDING, byExpiry, sql<boolean>`a.expires <= ${now}`)];
};

const storedPart = (
  { filter }: ReadList,
  status: ApprovalStatus,
  { searched, marks }: ChosenIndex,
  condition?: Condition,
): Branch => ({
  source: 'approvals',
  searched,
  conditions: [
    sql<boolean>`a.status = ${sql.lit(status)}`,
    // Written out, because a database finds a partial index by the text of the statement.
    ...(filter.tenant === undefined && status !== PENDING ? [sql<boolean>`a.status <> ${sql.lit(PENDING)}`] : []),
    ...marks.map((mark) => markOf(mark, 'a')),
    ...plainConditions(filter, searched),
    ...(condition ? [condition] : []),
  ],
});

const wholeBranch = (
  { filter, now }: ReadList,
  searched: readonly string[],
  statuses: readonly ApprovalStatus[] | undefined,
): Branch => {
  const columns = new Set(searched);
  const ofStatus = statuses ? [statusCondition(statuses, now)] : [];
  return { source: 'approvals', searched: columns, conditions: [...plainConditions(filter, columns), ...ofStatus] };
};
