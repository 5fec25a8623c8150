import type { RawBuilder } from 'kysely';
import type { ApprovalStatus, Approver, StatusCounts, StoredApprovalFilter } from 'toolgate/approval';
import { isPostgres } from '../dialect/is-postgres.js';
import { sql } from '../dialect/kysely.js';
import { type StoredText, textIn } from '../dialect/stored-text.js';
import {
  type Condition,
  deciderConditions,
  plainConditions,
  shownStatus,
  statusCondition,
  statusesIn,
  together,
} from './approval-conditions.js';
import type { ApprovalDatabase } from './approval-tables.js';
import { markOf } from './index-marks.js';
import { ofOwnTenant } from './list-approvals.js';
import { WAITING } from './waiting.js';

const PENDING = WAITING.toolgate_approvals;
const EVERY: ReadonlySet<string> = new Set([
  'run',
  'conversation',
  'tenant',
  'requester',
  'decider',
  'tool',
  'created',
]);

/** Returns the numbers of approvals by the status that is shown now. It reads the columns, and no record. */
export const countApprovals = async (
  database: ApprovalDatabase,
  filter: StoredApprovalFilter,
  now: RawBuilder<number>,
): Promise<StatusCounts> => {
  const visible = ofOwnTenant(filter);
  const statuses = visible && statusesIn(visible);
  if (!visible || statuses?.length === 0) return {};
  const { decidableBy: by } = visible;
  return by ? countDecidable(database, by, visible, now) : countByStatus(database, visible, now);
};

const countByStatus = async (
  database: ApprovalDatabase,
  filter: StoredApprovalFilter,
  now: RawBuilder<number>,
): Promise<StatusCounts> => {
  const statuses = statusesIn(filter);
  const shown = shownStatus(now);
  const status = isPostgres(database) ? sql<StoredText>`${shown}` : sql<StoredText>`cast(${shown} as blob)`;
  const conditions = [
    markOf(filter.tenant === undefined ? 'all' : 'creation', 'a'),
    ...plainConditions(filter, EVERY),
    ...(statuses ? [storedCondition(statuses), statusCondition(statuses, now)] : []),
  ];
  const rows = await database
    .selectFrom('toolgate_approvals as a')
    .select([status.as('shown'), sql<number | string>`count(*)`.as('count')])
    .where(together(conditions))
    .groupBy('shown')
    .execute();
  return Object.fromEntries(rows.map((row) => [textIn(row.shown), Number(row.count)]));
};

// The stored status, by which an index is chosen.
const storedCondition = (statuses: readonly ApprovalStatus[]): Condition => {
  const names = statuses.includes('EXPIRED') ? [...new Set([...statuses, PENDING])] : statuses;
  return sql<boolean>`a.status in (${sql.join(names.map((name) => sql.lit(name)))})`;
};

const NOTHING: ReadonlySet<string> = new Set();

/** Starts from `toolgate_approval_deciders`, which contains only pending approvals. */
const countDecidable = async (
  database: ApprovalDatabase,
  by: Approver,
  { tenant, ...others }: StoredApprovalFilter,
  now: RawBuilder<number>,
): Promise<StatusCounts> => {
  const conditions = plainConditions(others, NOTHING);
  const rows = await database
    .selectFrom('toolgate_approval_deciders as d')
    .$if(conditions.length > 0, (query) => query.innerJoin('toolgate_approvals as a', 'a.place', 'd.place'))
    .select(sql<number | string>`count(distinct d.place)`.as('count'))
    .where(together([...deciderConditions({ by, tenant }, now), ...conditions]))
    .execute();
  const count = Number(rows[0]?.count);
  return count > 0 ? { PENDING: count } : {};
};
