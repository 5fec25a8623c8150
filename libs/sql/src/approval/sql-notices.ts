import type { RawBuilder } from 'kysely';
import { pageSize, pageStart } from '#approval';
import type {
  DeliveryOutcome,
  NoticeCounts,
  NoticeQuery,
  NoticeState,
  NoticeStore,
  Page,
  QueuedNotice,
  RemoveNotices,
  TakenNotice,
  TakeNotices,
} from 'toolgate/approval';
import { LineLogger } from 'toolgate/model';
import { isPostgres } from '../dialect/is-postgres.js';
import { sql } from '../dialect/kysely.js';
import { storableId } from '../dialect/storable-id.js';
import { jsonIn } from '../dialect/stored-text.js';
import type { Digits } from './approval-reads.js';
import type { ApprovalDatabase } from './approval-tables.js';
import { noticeColumns, type NoticeRow, queuedNotice, queuedNotices } from './queued-notice.js';
import { orUnavailable } from '../connection/or-unavailable.js';

const TABLE = 'toolgate_approval_notices';

const logger = new LineLogger('Toolgate');

/** The queues of notices of a SqlApprovalStore. */
export class SqlNotices implements NoticeStore {
  constructor(
    private readonly database: ApprovalDatabase,
    /** Returns the clock of the store in a statement. */
    private readonly clock: () => Promise<RawBuilder<number>>,
  ) {}

  async take(query: TakeNotices): Promise<readonly TakenNotice[]> {
    const { channel, holder, forMs, limit } = query;
    const now = await this.present();
    const { database } = this;
    const picked = database
      .selectFrom(`${TABLE} as n`)
      .select('place')
      .where('channel', '=', storableId(channel))
      .where(isState('open', 'n'))
      .where(sql<boolean>`due <= ${now}`)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom(`${TABLE} as e`)
              .select('e.place')
              .whereRef('e.run', '=', 'n.run')
              .whereRef('e.channel', '=', 'n.channel')
              .whereRef('e.place', '<', 'n.place')
              .where(isState('open', 'e')),
          ),
        ),
      )
      .orderBy('due')
      .orderBy('place')
      .limit(pageSize(limit))
      .$if(isPostgres(database), (picking) => picking.forUpdate().skipLocked());
    const rows = await this.write((writing) =>
      writing
        .with('picked', () => picked)
        .updateTable(TABLE)
        .set({ holder, due: sql<number>`${now} + ${sql.lit(Math.ceil(forMs))}`, first: sql`coalesce(first, ${now})` })
        .where('place', 'in', ({ selectFrom }) => selectFrom('picked').select('place'))
        .returning([...noticeColumns(database), sql<Digits>`${now}`.as('now')])
        .execute(),
    );
    const taken = queuedNotices(rows, ({ first, now: at }) => ({ firstAt: Number(first), takenAt: Number(at) }));
    if (taken.length === rows.length) return taken;
    for (const row of rows) await this.park(row, holder);
    return taken.length > 0 ? taken : this.take(query);
  }

  async settle(id: string, holder: string, outcome: DeliveryOutcome): Promise<boolean> {
    const now = await this.present();
    return this.update({ ...settledColumns(outcome, now), holder: null }, [hasId(id), ...isTakenBy(holder)]);
  }

  async find(id: string): Promise<QueuedNotice | undefined> {
    await this.present();
    const found = this.database.selectFrom(TABLE).select(noticeColumns(this.database));
    const [row] = await orUnavailable(found.where(hasId(id)).execute());
    return row && queuedNotice(row);
  }

  async list({ state, channel, tenant, limit, cursor }: NoticeQuery): Promise<Page<QueuedNotice>> {
    await this.present();
    const size = pageSize(limit);
    let query = this.database
      .selectFrom(TABLE)
      .select(noticeColumns(this.database))
      .where(sql<boolean>`place > ${pageStart(cursor)}`);
    if (state !== undefined) query = query.where(isState(state));
    if (channel !== undefined) query = query.where('channel', '=', storableId(channel));
    if (tenant !== undefined) query = query.where('tenant', '=', storableId(tenant));
    const rows = await orUnavailable(
      query
        .orderBy('place')
        .limit(size + 1)
        .execute(),
    );
    const items = queuedNotices(rows.slice(0, size), () => ({}));
    const last = rows.length > size && rows[size - 1];
    return { items, ...(last && { cursor: String(last.place) }) };
  }

  async retry(id: string): Promise<boolean> {
    const due = await this.present();
    const fresh = { state: 'open', due, failures: 0, first: null, settled: null, holder: null };
    return this.update(fresh, [hasId(id), isState('parked')]);
  }

  async drop(id: string): Promise<boolean> {
    await this.present();
    const query = this.database.deleteFrom(TABLE).where(hasId(id)).where(isState('parked'));
    const [deleted] = await orUnavailable(query.execute());
    return deleted?.numDeletedRows === 1n;
  }

  async remove({ olderThanMs, channels, limit }: RemoveNotices): Promise<number> {
    const now = await this.present();
    const before = sql<number>`${now} - ${sql.lit(Math.ceil(olderThanMs))}`;
    const isOther =
      channels.length === 0 ? sql<boolean>`true` : sql<boolean>`channel not in (${sql.join(channels.map(storableId))})`;
    const old = (condition: RawBuilder<boolean>) =>
      this.database.selectFrom(TABLE).select('place').where(condition).limit(pageSize(limit));
    let count = 0;
    for (const condition of [
      sql<boolean>`settled is not null and settled <= ${before}`,
      sql<boolean>`state = 'open' and at <= ${before} and ${isOther}`,
    ]) {
      const query = this.database.deleteFrom(TABLE).where('place', 'in', old(condition));
      const [deleted] = await orUnavailable(query.execute());
      count += Number(deleted?.numDeletedRows ?? 0);
    }
    return count;
  }

  async counts(): Promise<NoticeCounts> {
    const now = await this.present();
    const rows = () => this.database.selectFrom(TABLE);
    const query = this.database.selectNoFrom(({ fn }) => [
      rows().where(isState('open')).select(fn.countAll<Digits>().as('count')).as('open'),
      rows().where(isState('parked')).select(fn.countAll<Digits>().as('count')).as('parked'),
      rows()
        .where(isState('open'))
        .select(sql<Digits | null>`min(at)`.as('at'))
        .as('oldest'),
      sql<Digits>`${now}`.as('now'),
    ]);
    const { open, parked, oldest, now: at } = (await orUnavailable(query.execute()))[0]!;
    return {
      open: Number(open),
      parked: Number(parked),
      ...(oldest !== null && { oldestOpenMs: Math.max(0, Number(at) - Number(oldest)) }),
    };
  }

  /** Parks a notice that cannot be read, because later ones of its run would wait for it. */
  private async park({ place, body }: NoticeRow, holder: string): Promise<void> {
    const json = jsonIn(body);
    if (!('problem' in json)) return;
    const problem = `its body ${json.problem}`;
    logger.error(
      `A notice was parked, because ${problem}: place ${place} in ${TABLE}. Repair its row and set its state to 'open', or delete it.`,
    );
    const parked = settledColumns({ type: 'failed', error: problem }, await this.present());
    await this.update({ ...parked, holder: null }, [sql<boolean>`place = ${place}`, ...isTakenBy(holder)]);
  }

  // In a sum, PostgreSQL would treat a parameter without a cast as a small number.
  private async present(): Promise<RawBuilder<number>> {
    return sql<number>`cast(${await this.clock()} as bigint)`;
  }

  private async update(columns: object, conditions: readonly RawBuilder<boolean>[]): Promise<boolean> {
    const [updated] = await this.write((database) => {
      let query = database.updateTable(TABLE).set(columns);
      for (const condition of conditions) query = query.where(condition);
      return query.execute();
    });
    return updated?.numUpdatedRows === 1n;
  }

  // At the default isolation level of another database, deliveries at the same time would fail each other.
  private write<T>(act: (database: ApprovalDatabase) => Promise<T>): Promise<T> {
    const { database } = this;
    if (!isPostgres(database)) return orUnavailable(act(database));
    return orUnavailable(database.transaction().setIsolationLevel('read committed').execute(act));
  }
}

const hasId = (id: string): RawBuilder<boolean> => sql<boolean>`id = ${storableId(id)}`;

const isTakenBy = (holder: string): readonly RawBuilder<boolean>[] => [
  isState('open'),
  sql<boolean>`holder = ${holder}`,
];

// As a literal, because a database finds a partial index by the text of the statement.
const isState = (state: NoticeState, table?: 'n' | 'e'): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(table ? `${table}.state` : 'state')} = ${sql.lit(state)}`;

const settledColumns = (outcome: DeliveryOutcome, now: RawBuilder<number>) => {
  if (outcome.type === 'released') return { due: now };
  if (outcome.type === 'delivered') return { state: 'delivered', settled: now, error: null };
  const { error, retryInMs } = outcome;
  const failed = { failures: sql<number>`failures + 1`, error };
  if (retryInMs === undefined) return { ...failed, state: 'parked', settled: now };
  return { ...failed, due: sql<number>`${now} + ${sql.lit(Math.ceil(retryInMs))}` };
};
