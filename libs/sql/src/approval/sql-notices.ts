import type { Kysely, RawBuilder } from 'kysely';
import {
  type DeliveryOutcome,
  type NoticeCounts,
  type NoticeQuery,
  type NoticeState,
  type NoticeStore,
  type Page,
  pageSize,
  pageStart,
  type QueuedNotice,
  type RemoveNotices,
  type TakenNotice,
  type TakeNotices,
} from 'toolgate/approval';
import { isPostgres } from '../dialect/is-postgres.js';
import { sql } from '../dialect/kysely.js';
import { storableId } from '../dialect/storable-id.js';
import type { Digits } from './approval-reads.js';
import type { ApprovalTables } from './approval-tables.js';
import { noticeColumns, queuedNotice, queuedNotices } from './queued-notice.js';
import { orUnavailable } from './or-unavailable.js';

const TABLE = 'toolgate_approval_notices';

/** The queues of notices of a SqlApprovalStore. */
export class SqlNotices implements NoticeStore {
  constructor(
    private readonly database: Kysely<ApprovalTables>,
    /** Returns the clock of the store in a statement. */
    private readonly clock: () => Promise<RawBuilder<number>>,
  ) {}

  async take({ channel, holder, forMs, limit }: TakeNotices): Promise<readonly TakenNotice[]> {
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
      .$if(isPostgres(database), (query) => query.forUpdate().skipLocked());
    const rows = await orUnavailable(
      database
        .with('picked', () => picked)
        .updateTable(TABLE)
        .set({ holder, due: sql<number>`${now} + ${sql.lit(Math.ceil(forMs))}`, first: sql`coalesce(first, ${now})` })
        .where('place', 'in', (query) => query.selectFrom('picked').select('place'))
        .returning([...noticeColumns(database), sql<Digits>`${now}`.as('now')])
        .execute(),
    );
    return queuedNotices(rows, ({ first, now: at }) => ({ firstAt: Number(first), takenAt: Number(at) }));
  }

  async settle(id: string, holder: string, outcome: DeliveryOutcome): Promise<boolean> {
    const now = await this.present();
    return this.update(id, { ...settledColumns(outcome, now), holder: null }, [
      isState('open'),
      sql<boolean>`holder = ${holder}`,
    ]);
  }

  async find(id: string): Promise<QueuedNotice | undefined> {
    await this.present();
    const found = this.database.selectFrom(TABLE).select(noticeColumns(this.database));
    const [row] = await orUnavailable(found.where('id', '=', storableId(id)).execute());
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
    return this.update(id, fresh, [isState('parked')]);
  }

  async drop(id: string): Promise<boolean> {
    await this.present();
    const query = this.database.deleteFrom(TABLE).where('id', '=', storableId(id)).where(isState('parked'));
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

  // PostgreSQL would take a parameter in a sum for a small number.
  private async present(): Promise<RawBuilder<number>> {
    return sql<number>`cast(${await this.clock()} as bigint)`;
  }

  private async update(id: string, columns: object, conditions: readonly RawBuilder<boolean>[]): Promise<boolean> {
    let query = this.database.updateTable(TABLE).set(columns).where('id', '=', storableId(id));
    for (const condition of conditions) query = query.where(condition);
    const [updated] = await orUnavailable(query.execute());
    return updated?.numUpdatedRows === 1n;
  }
}

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
