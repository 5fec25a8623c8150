import { type Kysely, sql } from 'kysely';
import { statement } from '../statement.js';
import type { ApprovalTables } from './approval-tables.js';
import { conversationReads } from './conversation-reads.js';

type Database = Kysely<ApprovalTables>;

/** A row of which the record is read. */
export interface Body {
  readonly body: string;
}

/** A number as PostgreSQL may give it: as text. */
type Digits = number | string;

/** How much waits, and the question that was asked first. */
export interface CountsRow {
  readonly pending: Digits | null;
  readonly suspended: Digits | null;
  readonly first: string | null;
  readonly now: Digits;
}

/** What a store of approvals asks again and again, compiled for its database. */
export const approvalReads = (database: Database) => ({
  ...lockOf(database),
  ...conversationReads(database),
  ...partsOf(database),
  /** The run, then its approvals: in one statement, so that they are of one moment. */
  state: stateOf(database, false),
  /** PostgreSQL only: with its clock. */
  stateAndClock: stateOf(database, true),
  due: dueOf(database, false),
  /** PostgreSQL only: with its clock. */
  dueAndClock: dueOf(database, true),
  counts: countsOf(database, false),
  /** PostgreSQL only: with its clock. */
  countsAndClock: countsOf(database, true),
});

const itself = <T>(value: T): T => value;

const CLOCK = sql<Digits>`floor(extract(epoch from clock_timestamp()) * 1000)`;
const NO_CLOCK = sql<Digits>`0`;

const lockOf = (database: Database) => ({
  /** PostgreSQL only: waits for whoever changes the run. */
  lock: statement<string, { id: string }>((argument) =>
    database.selectFrom('toolgate_approval_runs').select('id').where('id', '=', argument(itself)).forUpdate(),
  ),
  /** PostgreSQL only. */
  clock: statement<void, { now: Digits }>(() => database.selectNoFrom(CLOCK.as('now'))),
});

const partsOf = (database: Database) => ({
  checkpoint: statement<string, Body>((argument) =>
    database.selectFrom('toolgate_approval_checkpoints').select('body').where('run', '=', argument(itself)),
  ),
  approval: statement<string, Body>((argument) =>
    database.selectFrom('toolgate_approvals').select('body').where('id', '=', argument(itself)),
  ),
  events: statement<string, Body>((argument) =>
    database.selectFrom('toolgate_approval_events').select('body').where('run', '=', argument(itself)).orderBy('place'),
  ),
});

const stateOf = (database: Database, hasClock: boolean) =>
  statement<string, Body & { readonly now: Digits }>((argument) => {
    const id = argument(itself);
    const now = (hasClock ? CLOCK : NO_CLOCK).as('now');
    const approvals = database
      .selectFrom('toolgate_approvals')
      .select(['body', 'place', sql<number>`1`.as('kind'), now])
      .where('run', '=', id);
    return database
      .selectFrom('toolgate_approval_runs')
      .select(['body', 'place', sql<number>`0`.as('kind'), now])
      .where('id', '=', id)
      .unionAll(approvals)
      .orderBy('kind')
      .orderBy('place');
  });

const dueOf = (database: Database, hasClock: boolean) =>
  statement<number, { readonly id: string; readonly due: Digits | null; readonly now: Digits }>((argument) =>
    database
      .selectFrom('toolgate_approval_runs')
      .select(['id', 'due', (hasClock ? CLOCK : NO_CLOCK).as('now')])
      .where('due', 'is not', null)
      .orderBy('due')
      .orderBy('place')
      .limit(argument(itself)),
  );

// The index of each list is by status: only what waits is counted.
const countsOf = (database: Database, hasClock: boolean) =>
  statement<void, CountsRow>(() => {
    const pending = database.selectFrom('toolgate_approvals').where('status', '=', 'PENDING');
    const suspended = database.selectFrom('toolgate_approval_runs').where('status', '=', 'suspended');
    return database.selectNoFrom(({ fn }) => [
      pending.select(fn.countAll<Digits>().as('count')).as('pending'),
      suspended.select(fn.countAll<Digits>().as('count')).as('suspended'),
      pending.select('body').orderBy('place').limit(1).as('first'),
      (hasClock ? CLOCK : NO_CLOCK).as('now'),
    ]);
  });
