import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ApprovalStatus, StatusCounts, StoredApprovalFilter } from 'toolgate/approval';
import { isPostgres } from '../is-postgres.js';
import { type StoredText, textIn } from '../stored-text.js';
import {
  type Condition,
  deciderConditions,
  plainConditions,
  shownStatus,
  statusCondition,
  statusesIn,
  together,
} from './approval-conditions.js';
import type { ApprovalTables } from './approval-tables.js';
import { markOf } from './index-marks.js';
import { ofOwnTenant } from './list-approvals.js';
import { WAITING } from './waiting.js';

type Database = Kysely<ApprovalTables>;

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
  database: Database,
  filter: StoredApprovalFilter,
  now: RawBuilder<number>,
): Promise<StatusCounts> => {
  const visible = ofOwnTenant(filter);
  const statuses = visible && statusesIn(visible);
  if (!visible || statuses?.length === 0) return {};
  const shown = shownStatus(now);
  const status = isPostgres(database) ? sql<StoredText>`${shown}` : sql<StoredText>`cast(${shown} as blob)`;
  const conditions = [
    markOf(visible.tenant === undefined ? 'all' : 'creation', 'a'),
    ...plainConditions(visible, EVERY),
    ...stored(statuses),
    ...decidable(database, visible, now),
  ];
  const rows = await database
    .selectFrom('toolgate_approvals as a')
    .select([status.as('shown'), sql<number | string>`count(*)`.as('count')])
    .where(together([...conditions, ...(statuses ? [statusCondition(statuses, now)] : [])]))
    .groupBy('shown')
    .execute();
  return Object.fromEntries(rows.map((row) => [textIn(row.shown), Number(row.count)])) as Partial<
    Record<ApprovalStatus, number>
  >;
};

// The stored status, by which an index is chosen.
const stored = (statuses: readonly ApprovalStatus[] | undefined): readonly Condition[] => {
  if (!statuses) return [];
  const names = statuses.includes('EXPIRED') ? [...new Set([...statuses, PENDING])] : statuses;
  return [sql<boolean>`a.status in (${sql.join(names.map((name) => sql.lit(name)))})`];
};

const decidable = (
  database: Database,
  { decidableBy: by, tenant }: StoredApprovalFilter,
  now: RawBuilder<number>,
): readonly Condition[] => {
  if (!by) return [];
  const rows = database
    .selectFrom('toolgate_approval_deciders as d')
    .select('d.place')
    .where(together(deciderConditions({ by, tenant }, now)));
  return [sql<boolean>`a.place in ${rows}`];
};
