import type { RawBuilder } from 'kysely';
import { statsStart } from '#approval';
import {
  type ApprovalStatsQuery,
  type CountedEvent,
  hoursOf,
  type StoredApprovalHour,
  type StoredApprovalStats,
  statsFrom,
} from 'toolgate/approval';
import { isPostgres } from '../dialect/is-postgres.js';
import { sql } from '../dialect/kysely.js';
import { storableId } from '../dialect/storable-id.js';
import { type Condition, together } from './approval-conditions.js';
import type { ApprovalDatabase } from './approval-tables.js';
import { countedTypes, typesOf } from './counted-types.js';

type Digits = number | string;

interface HourRow {
  readonly hour: Digits;
  readonly asked: Digits;
  readonly decided: Digits;
  readonly expired: Digits;
  readonly median: Digits | null;
}

/** Returns hourly numbers of approvals. It reads the columns of events and approvals, and no record. */
export const hourlyStats = async (
  database: ApprovalDatabase,
  { hours, tenant }: ApprovalStatsQuery,
  now: number,
): Promise<StoredApprovalStats> => {
  const conditions = [
    countedTypes(),
    ...(tenant === undefined ? [] : [sql<boolean>`e.tenant = ${storableId(tenant)}`]),
    sql<boolean>`e.at >= ${statsStart(hours, now)}`,
    sql<boolean>`e.at <= ${Math.floor(now)}`,
    sql<boolean>`e.approval is not null`,
  ];
  const known = isPostgres(database)
    ? await hoursIn(database, conditions)
    : hoursOf(await eventsIn(database, conditions));
  return statsFrom(hours, now, known);
};

const HOUR_MS = 3_600_000;

const took = () => sql<number>`greatest(e.at - a.created, 0)`;
const countOf = (counted: Parameters<typeof typesOf>[0]): RawBuilder<Digits> =>
  sql<Digits>`count(*) filter (where ${typesOf(counted)})`;

/** PostgreSQL only: it computes the median. */
const hoursIn = async (database: ApprovalDatabase, conditions: readonly Condition[]) => {
  const isDecided = typesOf('decided');
  const rows: readonly HourRow[] = await database
    .selectFrom('toolgate_approval_events as e')
    .leftJoin('toolgate_approvals as a', (join) => join.onRef('a.id', '=', 'e.approval').on(isDecided))
    .select([
      sql<Digits>`e.at / ${sql.lit(HOUR_MS)} * ${sql.lit(HOUR_MS)}`.as('hour'),
      countOf('asked').as('asked'),
      countOf('decided').as('decided'),
      countOf('expired').as('expired'),
      sql<Digits | null>`percentile_cont(0.5) within group (order by ${took()}) filter (where a.place is not null)`.as(
        'median',
      ),
    ])
    .where(together(conditions))
    .groupBy('hour')
    .execute();
  return new Map(rows.map((row) => [Number(row.hour), numbersIn(row)]));
};

const numbersIn = ({ asked, decided, expired, median }: HourRow): Partial<StoredApprovalHour> => ({
  asked: Number(asked),
  decided: Number(decided),
  expired: Number(expired),
  ...(median !== null && { medianDecideMs: Math.round(Number(median)) }),
});

/** SQLite has no median: the times of the events are read. */
const eventsIn = async (
  database: ApprovalDatabase,
  conditions: readonly Condition[],
): Promise<readonly CountedEvent[]> => {
  const isDecided = typesOf('decided');
  const rows = await database
    .selectFrom('toolgate_approval_events as e')
    .leftJoin('toolgate_approvals as a', (join) => join.onRef('a.id', '=', 'e.approval').on(isDecided))
    .select(['e.type', 'e.at', sql<number | null>`max(e.at - a.created, 0)`.as('took')])
    .where(together(conditions))
    .execute();
  return rows.map(({ type, at, took: ms }) => ({
    type: type as CountedEvent['type'],
    at: Number(at),
    ...(ms !== null && { tookMs: ms }),
  }));
};
