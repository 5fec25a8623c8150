import type { OpenedTurn } from 'toolgate/chat';
import { sql } from '../dialect/kysely.js';
import { isPostgres } from '../dialect/is-postgres.js';
import { storableId } from '../dialect/storable-id.js';
import type { LiveTurnDatabase, TurnState } from './live-turn-tables.js';
import type { LiveTurnSettings } from '../options/live-turn-options.js';
import { isLive, type TurnClock } from './turn-clock.js';

/** One attempt of a turn. After a later attempt is opened, this one cannot write. */
export interface Attempt {
  readonly run: string;
  readonly attempt: number;
}

/** The size of a turn in the log. */
export interface Written {
  /** The number of its parts. */
  readonly size: number;
  readonly bytes: number;
}

/** A list of parts to write. */
export interface Chunk {
  readonly position: number;
  readonly size: number;
  readonly bytes: number;
  readonly json: string;
}

const TURNS = 'toolgate_live_turns';
const PARTS = 'toolgate_live_parts';

/**
 * Writes the rows of live turns. A write has no effect after the lease of its attempt expired, or after a later attempt
 * was opened.
 */
export class TurnWrites {
  private readonly isPostgres: boolean;

  constructor(
    private readonly database: LiveTurnDatabase,
    private readonly clock: TurnClock,
    private readonly settings: LiveTurnSettings,
  ) {
    this.isPostgres = isPostgres(database);
  }

  /**
   * Opens an attempt. Returns the size of the earlier attempts; undefined if this or a later attempt was opened before.
   */
  async open(run: string, writer: string, opened: OpenedTurn): Promise<Written | undefined> {
    const { tenant, conversation, requester, attempt } = opened;
    const row = {
      tenant: storableId(tenant),
      conversation: conversation === undefined ? null : storableId(conversation),
      requester: requester === undefined ? null : storableId(requester),
      attempt,
      first: 0,
      writer,
      state: 'open' as const,
      opened: this.clock(),
      until: this.leaseEnd(),
      aborted: 0,
    };
    return this.database
      .transaction()
      .setIsolationLevel('read committed')
      .execute(async (transaction) => {
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto(TURNS)
          .values({ run: storableId(run), ...row })
          .onConflict((conflict) => conflict.column('run').doUpdateSet(row).where(`${TURNS}.attempt`, '<', attempt))
          .executeTakeFirst();
        if (numInsertedOrUpdatedRows === 0n) return undefined;
        const written = await writtenOf(transaction, run);
        if (written.size > 0)
          await transaction
            .updateTable(TURNS)
            .set({ first: written.size })
            .where('run', '=', storableId(run))
            .execute();
        return written;
      });
  }

  /** Adds a row of parts. Returns whether the attempt may still write. */
  async append(attempt: Attempt, { position, size, bytes, json }: Chunk): Promise<boolean> {
    const turn = this.database
      .selectFrom(TURNS)
      .select([
        'run',
        sql<number>`cast(${position} as integer)`.as('position'),
        sql<number>`cast(${size} as integer)`.as('size'),
        sql<number>`cast(${bytes} as integer)`.as('bytes'),
        sql<string>`cast(${json} as text)`.as('parts'),
      ])
      .where('run', '=', storableId(attempt.run))
      .where('attempt', '=', attempt.attempt)
      .where(isLive(this.clock));
    const { numInsertedOrUpdatedRows } = await this.database
      .insertInto(PARTS)
      .columns(['run', 'position', 'size', 'bytes', 'parts'])
      // On PostgreSQL, a later attempt opens after this write, and counts its row.
      .expression(this.isPostgres ? turn.forShare() : turn)
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  }

  /** Ends an attempt. Returns whether it was open. */
  async close({ run, attempt }: Attempt, state: TurnState): Promise<boolean> {
    const { numUpdatedRows } = await this.database
      .updateTable(TURNS)
      .set({ state, until: this.clock() })
      .where('run', '=', storableId(run))
      .where('attempt', '=', attempt)
      .where(isLive(this.clock))
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  /** Renews the leases of a writer. Returns the runs whose leases it still has. */
  async renew(writer: string, runs: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.database
      .updateTable(TURNS)
      .set({ until: this.leaseEnd() })
      .where('run', 'in', runs.map(storableId))
      .where('writer', '=', writer)
      .where(isLive(this.clock))
      .returning('run')
      .execute();
    return new Set(rows.map(({ run }) => run));
  }

  /** Marks an open turn. Returns whether there is one. */
  async requestAbort(run: string): Promise<boolean> {
    const { numUpdatedRows } = await this.database
      .updateTable(TURNS)
      .set({ aborted: 1 })
      .where('run', '=', storableId(run))
      .where(isLive(this.clock))
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  private leaseEnd() {
    return sql<number>`${this.clock()} + ${this.settings.leaseMs}`;
  }
}

const writtenOf = async (database: LiveTurnDatabase, run: string): Promise<Written> => {
  const { size, bytes } = await database
    .selectFrom(PARTS)
    .select([
      sql<number | string | null>`max(position + size)`.as('size'),
      sql<number | string | null>`sum(bytes)`.as('bytes'),
    ])
    .where('run', '=', storableId(run))
    .executeTakeFirstOrThrow();
  return { size: Number(size), bytes: Number(bytes) };
};
