import { sql } from '../dialect/kysely.js';
import type { LiveTurnDatabase } from './live-turn-tables.js';
import type { TurnClock } from './turn-clock.js';

const PAGE = 200;

/** Removes the turns that ended, or lost their lease, at least `keepMs` ago. Returns whether other turns remain. */
export const sweepTurns = async (database: LiveTurnDatabase, clock: TurnClock, keepMs: number): Promise<boolean> => {
  while ((await sweepPage(database, clock, keepMs)) === PAGE);
  return (await database.selectFrom('toolgate_live_turns').select('run').limit(1).execute()).length > 0;
};

const sweepPage = (database: LiveTurnDatabase, clock: TurnClock, keepMs: number): Promise<number> =>
  database
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (transaction) => {
      const isOver = sql<boolean>`until <= ${clock()} - ${keepMs}`;
      const over = transaction.selectFrom('toolgate_live_turns').select('run').where(isOver).limit(PAGE);
      const removed = await transaction
        .deleteFrom('toolgate_live_turns')
        .where('run', 'in', over)
        // Another attempt may have been opened since.
        .where(isOver)
        .returning('run')
        .execute();
      const runs = removed.map(({ run }) => run);
      if (runs.length > 0) await transaction.deleteFrom('toolgate_live_parts').where('run', 'in', runs).execute();
      return runs.length;
    });
