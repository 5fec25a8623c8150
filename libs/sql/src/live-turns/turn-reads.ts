import type { ConversationKey, LoggedTurn } from 'toolgate/chat';
import type { StreamPart } from 'toolgate/model';
import { sql } from '../dialect/kysely.js';
import { idOf, storableId } from '../dialect/storable-id.js';
import { jsonIn, shownText, type StoredText, textColumn } from '../dialect/stored-text.js';
import { SqlException } from '../errors/sql.errors.js';
import type { LiveTurnDatabase, TurnState } from './live-turn-tables.js';
import { isLive, type TurnClock } from './turn-clock.js';

/** The most rows of parts that are read at once. */
const PAGE = 200;

/** A turn and its next parts, at one point in time. */
interface FoundParts {
  /** An open turn whose lease is over is `lost`. */
  readonly state: TurnState;
  readonly parts: readonly StreamPart[];
  /** Whether the turn may have more parts than these. */
  readonly hasMore: boolean;
}

/** Reads the rows of live turns. */
export class TurnReads {
  constructor(
    private readonly database: LiveTurnDatabase,
    private readonly clock: TurnClock,
  ) {}

  async find(run: string): Promise<LoggedTurn | undefined> {
    const text = (column: string) => textColumn(this.database, column);
    const row = await this.database
      .selectFrom('toolgate_live_turns')
      .select([
        text('tenant').as('tenant'),
        sql<StoredText | null>`${text('conversation')}`.as('conversation'),
        sql<StoredText | null>`${text('requester')}`.as('requester'),
        'attempt',
        'first',
        this.liveState().as('live'),
      ])
      .where('run', '=', storableId(run))
      .executeTakeFirst();
    if (!row) return undefined;
    return {
      runId: run,
      tenant: idOf(shownText(row.tenant)),
      conversation: optionalId(row.conversation),
      requester: optionalId(row.requester),
      attempt: Number(row.attempt),
      begin: Number(row.first),
      isOpen: Number(row.live) === 1,
    };
  }

  /** Returns the parts from an index on, and the state of the turn after them; undefined if there is no such turn. */
  async partsFrom(run: string, from: number): Promise<FoundParts | undefined> {
    const key = storableId(run);
    const rows = await this.database
      .selectFrom('toolgate_live_turns as turn')
      .leftJoin('toolgate_live_parts as part', (join) =>
        join
          .onRef('part.run', '=', 'turn.run')
          .on(sql<boolean>`part.position >= ${this.rowWith(key, from)}`)
          .on(sql<boolean>`part.position + part.size > ${from}`),
      )
      .select(['turn.state', this.liveState().as('live'), 'part.position'])
      .select(sql<StoredText | null>`${textColumn(this.database, 'part.parts')}`.as('parts'))
      .where('turn.run', '=', key)
      .orderBy('part.position')
      .limit(PAGE)
      .execute();
    const [turn] = rows;
    if (!turn) return undefined;
    const parts = rows.flatMap(({ position, parts: stored }) =>
      stored === null ? [] : partsIn(run, stored).slice(Math.max(0, from - Number(position))),
    );
    const state = turn.state === 'open' && Number(turn.live) === 0 ? 'lost' : turn.state;
    return { state, parts, hasMore: rows.length === PAGE };
  }

  async active({ tenant, conversation }: ConversationKey): Promise<string | undefined> {
    const row = await this.database
      .selectFrom('toolgate_live_turns')
      .select([textColumn(this.database, 'run').as('run'), this.liveState().as('live')])
      .where('tenant', '=', storableId(tenant))
      .where('conversation', '=', storableId(conversation))
      .orderBy('opened', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row && Number(row.live) === 1 ? idOf(shownText(row.run)) : undefined;
  }

  /** Returns the runs with a request to abort, as they are stored. */
  async aborted(writer: string, runs: readonly string[]): Promise<readonly string[]> {
    const rows = await this.database
      .selectFrom('toolgate_live_turns')
      .select('run')
      .where('run', 'in', runs.map(storableId))
      .where('writer', '=', writer)
      .where('aborted', '=', 1)
      .execute();
    return rows.map(({ run }) => run);
  }

  private liveState() {
    return sql<number>`case when ${isLive(this.clock)} then 1 else 0 end`;
  }

  /** The position of the row that contains a part, so that no earlier row is read. */
  private rowWith(key: string, part: number) {
    return sql<number>`coalesce((select max(position) from toolgate_live_parts where run = ${key} and position <= ${part}), 0)`;
  }
}

const optionalId = (stored: StoredText | null): string | undefined =>
  stored === null ? undefined : idOf(shownText(stored));

const partsIn = (run: string, stored: StoredText): readonly StreamPart[] => {
  const json = jsonIn<readonly StreamPart[]>(stored);
  if ('value' in json) return json.value;
  throw new SqlException(
    `The parts of the live turn ${run} cannot be read: their row ${json.problem}. Read the run itself: approvals.runs.messages().`,
  );
};
