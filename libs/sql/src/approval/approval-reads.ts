import type { DuePlace } from '#approval';
import { isPostgres } from '../dialect/is-postgres.js';
import { sql } from '../dialect/kysely.js';
import { statementClock } from '../dialect/statement-clock.js';
import { statement } from '../dialect/statement.js';
import { type StoredText, textColumn } from '../dialect/stored-text.js';
import { isOverdue } from './approval-conditions.js';
import type { ApprovalDatabase } from './approval-tables.js';
import { conversationReads } from './conversation-reads.js';

/** A row with a record. */
export interface Body {
  readonly body: StoredText;
}

/** A row with a record, and its tenant in case the record cannot be read. */
export interface OwnedBody extends Body {
  readonly tenant: StoredText;
}

/** A number, which PostgreSQL may return as text. */
export type Digits = number | string;

/** The page of the due runs to read. */
export interface DuePage extends DuePlace {
  readonly turn: number;
  readonly limit: number;
}

/** A run that is due. */
export interface DueRow {
  readonly place: Digits;
  readonly id: StoredText;
  /** Null if the column `due` does not contain a number. */
  readonly at: Digits | null;
  readonly now: Digits;
}

/** A row of an approval. */
export interface ApprovalRow extends OwnedBody {
  readonly run: StoredText;
  /** 1 if it is pending, and has expired by the time of the query. */
  readonly overdue: number;
}

/** An approval to read, and the present time. */
export interface ReadApproval {
  readonly id: string;
  /** Without effect if the clock of the database is used. */
  readonly now: number;
}

/** The queries of a store of approvals, compiled for its database. */
export const approvalReads = (database: ApprovalDatabase) => ({
  ...lockOf(database),
  ...conversationReads(database),
  ...partsOf(database),
  /** The run, then its approvals, in one statement, so that they are consistent. */
  state: stateOf(database, false),
  /** PostgreSQL only: with its clock. */
  stateAndClock: stateOf(database, true),
  due: dueOf(database, false),
  /** PostgreSQL only: with its clock. */
  dueAndClock: dueOf(database, true),
  dueFor: dueOf(database, false, true),
  /** PostgreSQL only: with its clock. */
  dueForAndClock: dueOf(database, true, true),
  approval: approvalOf(database, false),
  /** PostgreSQL only: by its clock. */
  approvalAtClock: approvalOf(database, true),
});

const itself = <T>(value: T): T => value;

/** The clock of the database, or 0 if the clock of the application is used. */
export const clockIf = (hasClock: boolean) =>
  hasClock ? sql<Digits>`floor(extract(epoch from clock_timestamp()) * 1000)` : sql<Digits>`0`;

/** A row of a run that was locked, of one of its approvals, or of neither: the last row has only the time. */
export interface LockedRow extends OwnedBody {
  readonly kind: number;
  readonly now: Digits;
  /** Whether the approvals in the other rows are current; null in these rows. One word, which no plugin renames. */
  readonly current: boolean | null;
}

const lockOf = (database: ApprovalDatabase) => ({
  /**
   * PostgreSQL only: waits for other changes of the run, then reads it, its approvals and the clock. The approvals are
   * those of the time before the wait, so they are current only if the run is.
   */
  lockedState: statement<string, LockedRow>((argument) => {
    const id = argument(itself);
    const now = clockIf(true).as('now');
    const run = () => database.selectFrom('toolgate_approval_runs').where('id', '=', id);
    const none = sql<boolean | null>`null::boolean`.as('current');
    return database
      .with('locked', () => run().select(['place', 'version', 'body', 'tenant']).forUpdate())
      .selectFrom('locked')
      .select([
        'body',
        'tenant',
        'place',
        sql<number>`0`.as('kind'),
        now,
        sql<boolean | null>`version = (${run().select('version')})`.as('current'),
      ])
      .unionAll(
        database
          .selectFrom('toolgate_approvals')
          .select(['body', 'tenant', 'place', sql<number>`1`.as('kind'), now, none])
          .where('run', '=', id),
      )
      .unionAll(
        database.selectNoFrom([
          sql<string>`''`.as('body'),
          sql<string>`''`.as('tenant'),
          sql<number>`0`.as('place'),
          sql<number>`2`.as('kind'),
          now,
          none,
        ]),
      )
      .orderBy('kind')
      .orderBy('place');
  }),
  /** PostgreSQL only. */
  clock: statement<void, { now: Digits }>(() => database.selectNoFrom(clockIf(true).as('now'))),
});

const partsOf = (database: ApprovalDatabase) => ({
  /** The whole checkpoint, then its steps, in one statement, so that they are consistent. */
  checkpoint: statement<string, Body>((argument) => {
    const run = argument(itself);
    const steps = database
      .selectFrom('toolgate_approval_steps')
      .select([bodyIn(database), 'step as place'])
      .where('run', '=', run);
    return database
      .selectFrom('toolgate_approval_checkpoints')
      .select([bodyIn(database), sql<number>`0`.as('place')])
      .where('run', '=', run)
      .unionAll(steps)
      .orderBy('place');
  }),
  events: statement<string, Body>((argument) =>
    database
      .selectFrom('toolgate_approval_events')
      .select(bodyIn(database))
      .where('run', '=', argument(itself))
      .orderBy('place'),
  ),
  /** The input schema of a tool. */
  schema: statement<string, Body>((argument) =>
    database.selectFrom('toolgate_tool_schemas').select(bodyIn(database)).where('hash', '=', argument(itself)),
  ),
});

const approvalOf = (database: ApprovalDatabase, hasClock: boolean) =>
  statement<ReadApproval, ApprovalRow>((argument) =>
    database
      .selectFrom('toolgate_approvals as a')
      .select([
        bodyIn(database),
        tenantIn(database),
        textColumn(database, 'run').as('run'),
        isOverdue(hasClock ? statementClock() : sql<number>`${argument(({ now }) => now)}`).as('overdue'),
      ])
      .where(
        'id',
        '=',
        argument(({ id }) => id),
      ),
  );

const stateOf = (database: ApprovalDatabase, hasClock: boolean) =>
  statement<string, OwnedBody & { readonly now: Digits }>((argument) => {
    const id = argument(itself);
    const now = clockIf(hasClock).as('now');
    const approvals = database
      .selectFrom('toolgate_approvals')
      .select([bodyIn(database), tenantIn(database), 'place', sql<number>`1`.as('kind'), now])
      .where('run', '=', id);
    return database
      .selectFrom('toolgate_approval_runs')
      .select([bodyIn(database), tenantIn(database), 'place', sql<number>`0`.as('kind'), now])
      .where('id', '=', id)
      .unionAll(approvals)
      .orderBy('kind')
      .orderBy('place');
  });

const dueOf = (database: ApprovalDatabase, hasClock: boolean, isFor = false) =>
  statement<DuePage, DueRow>((argument) => {
    const after = sql<boolean>`(due, place) > (${argument(({ due }) => due)}, ${argument(({ place }) => place)})`;
    return database
      .selectFrom('toolgate_approval_runs')
      .select(['place', textColumn(database, 'id').as('id'), dueIn(database).as('at'), clockIf(hasClock).as('now')])
      .where('due', 'is not', null)
      .where(after)
      .$if(isFor, (query) =>
        query.where(
          'turn',
          '=',
          argument(({ turn }) => turn),
        ),
      )
      .orderBy('due')
      .orderBy('place')
      .limit(argument(({ limit }) => limit));
  });

// SQLite stores any value in an integer column.
const dueIn = (database: ApprovalDatabase) =>
  isPostgres(database) ? sql<Digits | null>`due` : sql<Digits | null>`iif(typeof(due) = 'integer', due, null)`;

const bodyIn = (database: ApprovalDatabase) => textColumn(database, 'body').as('body');
const tenantIn = (database: ApprovalDatabase) => textColumn(database, 'tenant').as('tenant');
