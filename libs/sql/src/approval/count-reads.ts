import type { ApprovalCounts } from 'toolgate/approval';
import { sql } from '../dialect/kysely.js';
import { statement } from '../dialect/statement.js';
import { clockIf, type Digits } from './approval-reads.js';
import type { ApprovalDatabase } from './approval-tables.js';
import { markOf } from './index-marks.js';
import { WAITING } from './waiting.js';

/** The counts of waiting records, and when the oldest of them began to wait. */
export interface CountsRow {
  readonly pending: Digits | null;
  readonly suspended: Digits | null;
  readonly parked: Digits | null;
  readonly aside: Digits | null;
  /** When the oldest pending approval was requested. */
  readonly first: Digits | null;
  /** When the oldest turn, and the oldest other work, became due. */
  readonly turn: Digits | null;
  readonly time: Digits | null;
  readonly now: Digits;
}

/** Returns the counts of a row at a time. */
export const countsIn = (row: CountsRow, now: number): ApprovalCounts => {
  const { pending, suspended, parked, aside, first, turn, time } = row;
  const due = Math.min(...[turn, time].map((at) => (at === null ? Infinity : Number(at))));
  return {
    pending: Number(pending),
    ...(first !== null && { oldestPendingMs: Math.max(0, now - Number(first)) }),
    suspended: Number(suspended),
    ...(Number(parked) > 0 && { parked: Number(parked) }),
    ...(Number(aside) > 0 && { setAside: Number(aside) }),
    ...(due <= now && { oldestDueMs: now - due }),
  };
};

/** The counts of a store of approvals, compiled for its database. */
export const countReads = (database: ApprovalDatabase) => ({
  counts: countsOf(database, false),
  /** PostgreSQL only: with its clock. */
  countsAndClock: countsOf(database, true),
});

// As literals, because a database finds the partial index of waiting records by the text of the statement.
const countsOf = (database: ApprovalDatabase, hasClock: boolean) =>
  statement<void, CountsRow>(() => {
    const runs = () => database.selectFrom('toolgate_approval_runs');
    const pending = database
      .selectFrom('toolgate_approvals')
      .where('status', '=', sql.lit(WAITING.toolgate_approvals))
      .where(markOf('all'));
    const total = (name: 'pending' | 'suspended') =>
      database.selectFrom('toolgate_approval_totals').select(({ fn }) => fn.sum<Digits>(name).as('total'));
    const parked = runs().where('parked', 'is not', null).where(markOf('few'));
    const setAside = runs().where('aside', 'is not', null).where(markOf('few'));
    const due = (turn: number) =>
      runs()
        .select('due')
        .where('turn', '=', sql.lit(turn))
        .where('due', 'is not', null)
        .orderBy('due')
        .orderBy('place')
        .limit(1);
    return database.selectNoFrom(({ fn }) => [
      total('pending').as('pending'),
      total('suspended').as('suspended'),
      parked.select(fn.countAll<Digits>().as('count')).as('parked'),
      setAside.select(fn.countAll<Digits>().as('count')).as('aside'),
      pending.select('created').where('created', '>', 0).orderBy('created').limit(1).as('first'),
      due(1).as('turn'),
      due(0).as('time'),
      clockIf(hasClock).as('now'),
    ]);
  });
