import { sql } from '../dialect/kysely.js';
import type { LiveTurnDatabase } from './live-turn-tables.js';
import type { TurnClock } from './turn-clock.js';

/** Removes old turns some time after a turn was opened, and again while there are others. */
export class TurnSweeper {
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly keepMs: number,
    private readonly sweep: () => Promise<boolean>,
  ) {}

  plan(): void {
    if (this.timer) return;
    this.timer = setTimeout(() => void this.run(), this.keepMs);
    this.timer.unref();
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private async run(): Promise<void> {
    let hasMore = false;
    try {
      hasMore = await this.sweep();
    } catch {
      // The turns stay for the next sweep.
    }
    this.timer = undefined;
    if (hasMore) this.plan();
  }
}

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
