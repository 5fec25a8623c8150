import type { QueuedNotice, StoredNotice } from '../notices/stored-notice.js';
import type { Page } from './approval-query.js';
import type {
  DeliveryOutcome,
  NoticeCounts,
  NoticeQuery,
  NoticeStore,
  RemoveNotices,
  TakenNotice,
  TakeNotices,
} from './notice.store.js';
import { pageSize, pageStart } from './page-start.js';
import { defined } from '#core';

interface NoticeRow extends Omit<QueuedNotice, 'notice'> {
  readonly place: number;
  readonly id: string;
  readonly channel: string;
  readonly run: string;
  readonly at: number;
  readonly due: number;
  readonly holder?: string;
  /** The notice as JSON. */
  readonly body: string;
}

/** The queues of notices of an InMemoryApprovalStore. */
export class InMemoryNotices implements NoticeStore {
  /** In the order in which they were written. */
  private readonly rows = new Map<string, NoticeRow>();
  private places = 0;

  constructor(private readonly now: () => number) {}

  /** Adds notices, each as JSON. */
  add(notices: readonly { readonly notice: StoredNotice; readonly body: string }[]): void {
    for (const { notice, body } of notices) {
      const { id, channel, run, at } = notice;
      const row = { place: ++this.places, id, channel, run, at, due: at, state: 'open', failures: 0, body } as const;
      this.rows.set(id, row);
    }
  }

  /** Deletes the notices of a run. */
  deleteRun(run: string): void {
    for (const row of this.rows.values()) if (row.run === run) this.rows.delete(row.id);
  }

  async take({ channel, holder, forMs, limit }: TakeNotices): Promise<readonly TakenNotice[]> {
    const now = this.now();
    const seen = new Set<string>();
    const first = [...this.rows.values()].filter((row) => {
      if (row.channel !== channel || row.state !== 'open' || seen.has(row.run)) return false;
      seen.add(row.run);
      return row.due <= now;
    });
    const taken = first.sort((a, b) => a.due - b.due || a.place - b.place).slice(0, pageSize(limit));
    return taken.map((row) => {
      const { firstAt = now } = row;
      return { ...queued(this.put({ ...row, holder, due: now + forMs, firstAt })), firstAt, takenAt: now };
    });
  }

  async settle(id: string, holder: string, outcome: DeliveryOutcome): Promise<boolean> {
    const row = this.rows.get(id);
    if (row?.state !== 'open' || row.holder !== holder) return false;
    this.put({ ...row, holder: undefined, ...settled(row, outcome, this.now()) });
    return true;
  }

  async find(id: string): Promise<QueuedNotice | undefined> {
    const row = this.rows.get(id);
    return row && queued(row);
  }

  async list({ state, channel, tenant, limit, cursor }: NoticeQuery): Promise<Page<QueuedNotice>> {
    const start = pageStart(cursor);
    const size = pageSize(limit);
    const rows = [...this.rows.values()].filter(
      (row) =>
        row.place > start &&
        (state === undefined || row.state === state) &&
        (channel === undefined || row.channel === channel) &&
        (tenant === undefined || queued(row).notice.tenant === tenant),
    );
    const items = rows.slice(0, size).map(queued);
    const last = rows.length > size && rows[size - 1];
    return { items, ...(last && { cursor: String(last.place) }) };
  }

  async retry(id: string): Promise<boolean> {
    const row = this.rows.get(id);
    if (row?.state !== 'parked') return false;
    const { firstAt: _, settledAt: __, ...rest } = row;
    this.put({ ...rest, state: 'open', failures: 0, due: this.now() });
    return true;
  }

  async drop(id: string): Promise<boolean> {
    return this.rows.get(id)?.state === 'parked' && this.rows.delete(id);
  }

  async remove({ olderThanMs, channels, limit }: RemoveNotices): Promise<number> {
    const before = this.now() - olderThanMs;
    const old = [...this.rows.values()].filter(({ state, settledAt = Infinity, channel, at }) =>
      state === 'open' ? at <= before && !channels.includes(channel) : settledAt <= before,
    );
    const removed = old.slice(0, pageSize(limit));
    for (const { id } of removed) this.rows.delete(id);
    return removed.length;
  }

  async counts(): Promise<NoticeCounts> {
    const rows = [...this.rows.values()];
    const open = rows.filter(({ state }) => state === 'open');
    const oldest = Math.min(...open.map(({ at }) => at));
    return {
      open: open.length,
      parked: rows.filter(({ state }) => state === 'parked').length,
      ...(open.length > 0 && { oldestOpenMs: Math.max(0, this.now() - oldest) }),
    };
  }

  // A row keeps its place in the map.
  private put(row: NoticeRow): NoticeRow {
    this.rows.set(row.id, row);
    return row;
  }
}

const settled = ({ failures }: NoticeRow, outcome: DeliveryOutcome, now: number): Partial<NoticeRow> => {
  if (outcome.type === 'released') return { due: now };
  if (outcome.type === 'delivered') return { state: 'delivered', settledAt: now, error: undefined };
  const { error, retryInMs } = outcome;
  const failed = { failures: failures + 1, error };
  return retryInMs === undefined ? { ...failed, state: 'parked', settledAt: now } : { ...failed, due: now + retryInMs };
};

const queued = ({ state, failures, firstAt, settledAt, error, body }: NoticeRow): QueuedNotice => ({
  notice: JSON.parse(body),
  state,
  failures,
  ...defined({ firstAt, settledAt, error }),
});
