import type { RawBuilder } from 'kysely';
import { pageSize } from '#approval';
import type { EndedQuery } from 'toolgate/approval';
import { isPostgres } from '../dialect/is-postgres.js';
import { sql } from '../dialect/kysely.js';
import { idOf } from '../dialect/storable-id.js';
import { shownText, textColumn } from '../dialect/stored-text.js';
import type { ApprovalDatabase } from './approval-tables.js';

/** The tables with one row, or several, for each run. */
const OF_RUN = [
  'toolgate_approval_checkpoints',
  'toolgate_approval_steps',
  'toolgate_approval_events',
  'toolgate_approvals',
  'toolgate_approval_notices',
] as const;

/** Lists ended runs with content: first by the time of their end, then runs that an earlier version ended. */
export const endedRuns = async (
  database: ApprovalDatabase,
  { limit, endedForMs }: EndedQuery,
  now: RawBuilder<number>,
): Promise<readonly string[]> => {
  const size = pageSize(limit);
  const runs = () => database.selectFrom('toolgate_approval_runs').select(textColumn(database, 'id').as('id'));
  const known = await runs()
    .where(sql<boolean>`ended is not null and removed is null`)
    .where(isEnded(endedForMs, now))
    .orderBy('ended')
    .orderBy('place')
    .limit(size)
    .execute();
  const unstamped = await runs()
    .where(sql<boolean>`ended is null and status not in ('suspended', 'resuming')`)
    .where('due', 'is', null)
    .orderBy('place')
    .limit(size - known.length)
    .execute();
  return [...known, ...unstamped].map(({ id }) => idOf(shownText(id)));
};

/** Deletes ended runs with all their rows. On PostgreSQL it skips those that another transaction has locked. */
export const deleteEndedRuns = (
  database: ApprovalDatabase,
  { limit, endedForMs }: EndedQuery,
  now: RawBuilder<number>,
): Promise<readonly string[]> =>
  database
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (transaction) => {
      const over = await transaction
        .selectFrom('toolgate_approval_runs')
        // Only its place, because SQLite cannot read an id that is not valid UTF-8.
        .select('place')
        .where('ended', 'is not', null)
        .where(isEnded(endedForMs, now))
        .orderBy('ended')
        .orderBy('place')
        .limit(pageSize(limit))
        .$if(isPostgres(database), (query) => query.forUpdate().skipLocked())
        .execute();
      const places = over.map(({ place }) => place);
      if (places.length === 0) return [];
      const ids = transaction.selectFrom('toolgate_approval_runs').select('id').where('place', 'in', places);
      const approvals = transaction.selectFrom('toolgate_approvals').select('place').where('run', 'in', ids);
      await transaction.deleteFrom('toolgate_approval_deciders').where('place', 'in', approvals).execute();
      for (const table of OF_RUN) await transaction.deleteFrom(table).where('run', 'in', ids).execute();
      const deleted = await transaction
        .deleteFrom('toolgate_approval_runs')
        .where('place', 'in', places)
        .returning(textColumn(database, 'id').as('id'))
        .execute();
      return deleted.map(({ id }) => idOf(shownText(id)));
    });

/** PostgreSQL only. Reserves a task for a holder, unless another one has reserved it. */
export const reserveTask = async (
  database: ApprovalDatabase,
  task: { readonly name: string; readonly holder: string; readonly forMs: number },
  now: RawBuilder<number>,
): Promise<boolean> => {
  const { name, holder, forMs } = task;
  const until = sql<number>`cast(${now} as bigint) + cast(${forMs} as bigint)`;
  const reserved = await database
    .insertInto('toolgate_tasks')
    .values({ name, holder, until })
    .onConflict((there) =>
      there
        .column('name')
        .doUpdateSet({ holder, until })
        .where((row) =>
          row.or([
            row('toolgate_tasks.holder', '=', holder),
            row('toolgate_tasks.until', '<=', sql<number>`cast(${now} as bigint)`),
          ]),
        ),
    )
    .returning('name')
    .execute();
  return reserved.length > 0;
};

const isEnded = (endedForMs: number, now: RawBuilder<number>): RawBuilder<boolean> =>
  sql<boolean>`ended <= cast(${now} as bigint) - cast(${endedForMs} as bigint)`;
