import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { InProcessLiveTurnFeed } from '#chat';
import { ignore, SharedListeners } from '#core';
import {
  type ConversationKey,
  LiveTurnException,
  type LiveTurnFeed,
  type LoggedTurn,
  type OpenedTurn,
  type PartLists,
  TurnLog,
  type TurnLogWriter,
} from 'toolgate/chat';
import type { StreamPart } from 'toolgate/model';
import { orUnavailable } from '../connection/or-unavailable.js';
import { databaseWith } from '../dialect/database-with.js';
import { loadKysely } from '../dialect/kysely.js';
import type { SqlDatabase } from '../dialect/sql-database.js';
import type { LiveTurnTables } from './live-turn-tables.js';
import { OpenTurns } from './open-turns.js';
import { type LiveTurnSettings, settingsOf, type SqlTurnLogOptions } from '../options/live-turn-options.js';
import { TurnSweeper, sweepTurns } from './turn-sweeper.js';
import { turnClock } from './turn-clock.js';
import { TurnReads } from './turn-reads.js';
import { TurnWait } from './turn-wait.js';
import { TurnWrites, type Written } from './turn-writes.js';

const NAME = 'SqlTurnLog';
/** How often a reader looks for new parts that the feed has not reported, in milliseconds. */
const SHARED_POLL_MS = 2000;

/**
 * Stores the parts of live turns in SQLite or PostgreSQL, where every instance reads them. `migrateToLatest` creates
 * its tables.
 */
export class SqlTurnLog extends TurnLog {
  private readonly id = randomUUID();
  private readonly settings: LiveTurnSettings;
  private readonly reads: TurnReads;
  private readonly writes: TurnWrites;
  private readonly opened: OpenTurns;
  /** The readers of this process, by the turns that they read. The feed wakes them. */
  private readonly waits: SharedListeners<string, TurnWait>;
  private readonly sweeper: TurnSweeper;

  constructor(
    database: SqlDatabase,
    options: SqlTurnLogOptions = {},
    private readonly feed: LiveTurnFeed = new InProcessLiveTurnFeed(),
  ) {
    super();
    const tables = databaseWith<LiveTurnTables>(database);
    const clock = turnClock(database);
    this.settings = settingsOf(options);
    this.waits = new SharedListeners(() => feed.subscribe((run) => this.wake(run)));
    this.reads = new TurnReads(tables, clock);
    this.writes = new TurnWrites(tables, clock, this.settings);
    this.opened = new OpenTurns(this.id, { reads: this.reads, writes: this.writes }, this.settings);
    const { keepMs } = this.settings;
    this.sweeper = new TurnSweeper(keepMs, () => sweepTurns(tables, clock, keepMs));
  }

  async open(run: string, turn: OpenedTurn): Promise<TurnLogWriter> {
    await loadKysely(NAME);
    const written = await this.writes.open(run, this.id, turn);
    if (!written) throw LiveTurnException.lost(run);
    const { attempt, onAbort } = turn;
    this.opened.add({ run, attempt, onAbort });
    this.sweeper.plan();
    this.feed.publish(run);
    return this.writerOf(run, attempt, written);
  }

  async find(run: string): Promise<LoggedTurn | undefined> {
    await loadKysely(NAME);
    return orUnavailable(this.reads.find(run));
  }

  read(run: string, from: number): PartLists {
    const wait = new TurnWait();
    const lists = this.lists(run, from, wait);
    return {
      next: () => lists.next(),
      return: () => {
        wait.leave();
        return lists.return();
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  private async *lists(run: string, from: number, wait: TurnWait): AsyncGenerator<readonly StreamPart[], void, void> {
    await loadKysely(NAME);
    this.waits.add(run, wait);
    try {
      let isKnown = false;
      for (let next = from; ;) {
        if (wait.hasLeft) return;
        const found = await this.reads.partsFrom(run, next);
        if (!found) throw isKnown ? LiveTurnException.lost(run) : LiveTurnException.notFound(run);
        isKnown = true;
        next += found.parts.length;
        if (found.parts.length > 0) yield found.parts;
        if (found.hasMore) continue;
        if (found.state === 'lost') throw LiveTurnException.lost(run);
        if (found.state === 'ended') return;
        await wait.atMost(this.lookMs);
      }
    } finally {
      this.waits.remove(run, wait);
    }
  }

  async active(conversation: ConversationKey): Promise<string | undefined> {
    await loadKysely(NAME);
    return orUnavailable(this.reads.active(conversation));
  }

  async requestAbort(run: string): Promise<boolean> {
    await loadKysely(NAME);
    // A request that is repeated changes nothing more.
    if (!(await orUnavailable(this.writes.requestAbort(run)))) return false;
    // The turn is looked for again soon.
    await this.opened.check().catch(ignore);
    return true;
  }

  override close(): void {
    this.opened.stop();
    this.sweeper.stop();
  }

  private wake(run: string | undefined): void {
    for (const wait of run === undefined ? this.waits.all() : this.waits.of(run)) wait.wake();
  }

  /** How long a reader waits before it looks for parts by itself. */
  private get lookMs(): number {
    const { pollMs } = this.settings;
    return this.feed.isShared ? Math.max(pollMs, SHARED_POLL_MS) : pollMs;
  }

  private writerOf(run: string, attempt: number, written: Written): TurnLogWriter {
    let { size, bytes } = written;
    const close = async (state: 'ended' | 'lost'): Promise<void> => {
      this.opened.delete({ run, attempt });
      if (!(await this.writes.close({ run, attempt }, state))) throw LiveTurnException.lost(run);
      this.feed.publish(run);
    };
    const append = async (parts: readonly StreamPart[]): Promise<void> => {
      const json = JSON.stringify(parts);
      const chunk = { position: size, size: parts.length, bytes: Buffer.byteLength(json), json };
      size += chunk.size;
      bytes += chunk.bytes;
      if (bytes > this.settings.maxBytes) {
        await close('lost');
        throw full(run);
      }
      if (!(await this.writes.append({ run, attempt }, chunk))) throw LiveTurnException.lost(run);
      this.feed.publish(run);
    };
    return {
      append: async (parts) => {
        const { joinMs } = this.settings;
        const joined = joinMs > 0 ? delay(joinMs) : undefined;
        await append(parts);
        // Parts that arrive in the meantime become the next row.
        await joined;
      },
      end: () => close('ended'),
      release: () => close('lost'),
    };
  }
}

const full = (run: string): LiveTurnException =>
  new LiveTurnException(
    'full',
    run,
    `The parts of the live turn ${run} exceed the maximum size of a turn. Raise liveTurns.maxBytes of SqlModule.`,
  );
