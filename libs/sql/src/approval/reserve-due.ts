import type { RawBuilder } from 'kysely';
import type { DueRuns, ReserveQuery } from 'toolgate/approval';
import { sql } from '../dialect/kysely.js';
import { statementClock } from '../dialect/statement-clock.js';
import { idOf, storableId } from '../dialect/storable-id.js';
import { type Argument, PREPARABLE, statement } from '../dialect/statement.js';
import { shownText, type StoredText } from '../dialect/stored-text.js';
import type { ApprovalDatabase } from './approval-tables.js';

/** The runs to reserve. */
export interface ReservePage extends Omit<ReserveQuery, 'work' | 'clients' | 'except'> {
  readonly turn: number;
  /** Null if the work needs no client. */
  readonly clients: readonly string[] | null;
  readonly except: readonly string[];
  readonly limit: number;
  /** Without effect if the clock of the database is used. */
  readonly now: number;
}

/**
 * A run that was reserved. The last row has no id: its `next` is the number of milliseconds until another run is due.
 */
export interface ReservedRow {
  readonly id: StoredText | null;
  readonly next: number | string | null;
}

/** Returns the page of a query. */
export const reservePage = (
  { work, clients, except = [], ...rest }: ReserveQuery,
  limit: number,
  now: number,
): ReservePage => ({
  ...rest,
  turn: work === 'turn' ? 1 : 0,
  clients: clients?.map(storableId) ?? null,
  except: except.map(storableId),
  limit,
  now,
});

/** Returns the runs that were reserved. */
export const reservedRuns = (rows: readonly ReservedRow[]): DueRuns => {
  const next = rows.find(({ id }) => id === null)?.next ?? null;
  return {
    runs: rows.flatMap(({ id }) => (id === null ? [] : idOf(shownText(id)))),
    ...(next !== null && { nextInMs: Math.max(0, Number(next)) }),
  };
};

/** PostgreSQL only: reserves due runs. It skips the rows that other transactions have locked. */
export const reserveDue = (database: ApprovalDatabase) => ({
  reserveDue: reserve(database, (argument) => sql`cast(${argument(({ now }) => now)} as bigint)`),
  reserveDueByClock: reserve(database, statementClock),
});

const reserve = (database: ApprovalDatabase, clock: (argument: Argument<ReservePage>) => RawBuilder<number>) =>
  statement<ReservePage, ReservedRow>((argument) => {
    const now = clock(argument);
    const turn = argument((page) => page.turn);
    const picked = dueRuns(database, argument, now);
    const later = database
      .selectFrom('toolgate_approval_runs')
      .select(sql<number>`min(due)`.as('due'))
      .where('turn', '=', turn)
      .where('due', '>', now);
    return (
      database
        .with('picked', () => picked)
        .with('taken', (query) =>
          query
            .updateTable('toolgate_approval_runs')
            .from('picked')
            .set({ reserved: sql<number>`${now} + ${argument((page) => page.forMs)}` })
            .whereRef('toolgate_approval_runs.place', '=', 'picked.place')
            .returning(['toolgate_approval_runs.id', 'due', 'toolgate_approval_runs.place']),
        )
        // A reservation that a crash of the server loses does no harm, so its commit does not wait for the disk.
        .with('hint', (query) => query.selectNoFrom(sql`set_config('synchronous_commit', 'off', true)`.as('off')))
        .selectFrom('taken')
        .select(['id', sql<number | null>`null`.as('next'), 'due', 'place'])
        .unionAll(
          database
            .selectFrom(sql`hint`.as('hint'))
            .select([
              sql<string>`null`.as('id'),
              sql<number | null>`${later} - ${now}`.as('next'),
              sql<number>`null`.as('due'),
              sql<number>`null`.as('place'),
            ]),
        )
        .orderBy('due')
        .orderBy('place')
        // With the index of due runs, one plan is the best for a page of any length. Planning takes longer than the
        // rest.
        .modifyEnd(sql.raw(PREPARABLE))
    );
  });

const dueRuns = (database: ApprovalDatabase, argument: Argument<ReservePage>, now: RawBuilder<number>) => {
  const turn = argument((page) => page.turn);
  const clients = argument((page) => page.clients);
  const forMs = argument((page) => page.forMs);
  return (
    database
      .selectFrom('toolgate_approval_runs')
      .select('place')
      .where('turn', '=', turn)
      .where('due', '<=', now)
      // If the end of a reservation is too far in the future, the clock of the server was set back after it.
      .where(sql<boolean>`(reserved is null or reserved <= ${now} or reserved > ${now} + 2 * ${forMs})`)
      .where(sql<boolean>`kind = any(cast(${argument((page) => page.kinds)} as text[]))`)
      .where(sql<boolean>`coalesce(schema, 1) <= ${argument((page) => page.schema)}`)
      .where(
        sql<boolean>`(cast(${clients} as text[]) is null or kind <> 'turn' or client = any(cast(${clients} as text[])))`,
      )
      .where(sql<boolean>`id <> all(cast(${argument((page) => page.except)} as text[]))`)
      .orderBy('due')
      .orderBy('place')
      .limit(argument((page) => page.limit))
      .forUpdate()
      .skipLocked()
  );
};
