import type { CompiledQuery, RawBuilder } from 'kysely';
import { dueCursor, type DuePlace, dueStart, pageSize } from '#approval';
import {
  type StoredApproval,
  type ApprovalCounts,
  type StoredEvent,
  ApprovalStore,
  type ApprovalStatsQuery,
  type ChangeRun,
  type DueQuery,
  type DueRuns,
  type DueWork,
  type EndedQuery,
  type Page,
  type ReserveQuery,
  type StoredRun,
  type RunCheckpoint,
  type RunQuery,
  type RunState,
  type StatusCounts,
  type StoredApprovalFilter,
  type StoredApprovalQuery,
  type StoredApprovalStats,
} from 'toolgate/approval';
import { type JsonSchema, LineLogger } from 'toolgate/model';
import { executeOn } from '../connection/direct-sqlite.js';
import { databaseWith } from '../dialect/database-with.js';
import { isPostgres } from '../dialect/is-postgres.js';
import { sql, withKysely } from '../dialect/kysely.js';
import type { SqlDatabase } from '../dialect/sql-database.js';
import { statementClock } from '../dialect/statement-clock.js';
import { idOf, storableId } from '../dialect/storable-id.js';
import { POSTGRES } from '../connection/options.js';
import { jsonIn, shownText, textIn } from '../dialect/stored-text.js';
import type { DueRow } from './approval-reads.js';
import { type ApprovalStatements, approvalStatements } from './approval-statements.js';
import type { ApprovalDatabase } from './approval-tables.js';
import { countApprovals } from './count-approvals.js';
import { countsIn } from './count-reads.js';
import { deleteEndedRuns, endedRuns, reserveTask } from './ended-runs.js';
import { hourlyStats } from './hourly-stats.js';
import { listApprovals, shownApproval } from './list-approvals.js';
import { pageOf } from './page-of.js';
import { reservedRuns, reservePage } from './reserve-due.js';
import { orUnavailable } from '../connection/or-unavailable.js';
import { ChangeQueue } from './change-queue.js';
import { RunChanges } from './run-changes.js';
import { SqlNotices } from './sql-notices.js';
import { checkpointIn, recordIn, stateIn } from './stored-records.js';

const logger = new LineLogger('Toolgate');

/** The options of a SqlApprovalStore. */
export interface SqlApprovalStoreOptions {
  /**
   * Returns the time in milliseconds since 1970.
   * @default the clock of the PostgreSQL server; with SQLite, of the machine
   */
  readonly now?: () => number;
  /**
   * PostgreSQL only: how long a change waits for other changes of its run in this process, in milliseconds; 0 for no
   * limit.
   * @default 5000
   */
  readonly lockTimeoutMs?: number;
}

/** Stores runs and approvals in SQLite or PostgreSQL. `migrateToLatest` creates its tables. */
export class SqlApprovalStore extends ApprovalStore {
  private readonly database: ApprovalDatabase;
  private readonly statements: () => Promise<ApprovalStatements>;
  private readonly isPostgres: boolean;
  /** Absent if the clock of the database is used. */
  private readonly now?: () => number;
  private readonly queue: ChangeQueue;
  private readonly changes: RunChanges;
  private readonly queues: SqlNotices;

  constructor(
    database: SqlDatabase,
    { now, lockTimeoutMs = POSTGRES.lockTimeoutMs.default }: SqlApprovalStoreOptions = {},
  ) {
    super();
    this.database = databaseWith(database);
    this.statements = withKysely('SqlApprovalStore', () => approvalStatements(this.database));
    this.isPostgres = isPostgres(database);
    this.now = now ?? (this.isPostgres ? undefined : Date.now);
    this.queue = new ChangeQueue(lockTimeoutMs);
    this.queues = new SqlNotices(this.database, () => this.present());
    const { database: db, statements } = this;
    this.changes = new RunChanges({ database: db, statements, isPostgres: this.isPostgres, now: this.now });
  }

  async change<T>(run: string, change: ChangeRun<T>): Promise<T> {
    // SQLite has one connection, and so one change at a time.
    return this.isPostgres ? this.queue.run(run, () => this.changes.run(run, change)) : this.changes.run(run, change);
  }

  async state(run: string): Promise<RunState | undefined> {
    const { state } = await this.statements();
    const rows = await this.rowsOf(state(storableId(run)));
    return stateIn(run, rows);
  }

  async checkpoint(run: string): Promise<RunCheckpoint | undefined> {
    const { checkpoint } = await this.statements();
    return checkpointIn(run, await this.rowsOf(checkpoint(storableId(run))));
  }

  async approval(id: string): Promise<StoredApproval | undefined> {
    const { approval, approvalAtClock } = await this.statements();
    const query = { id: storableId(id), now: this.now?.() ?? 0 };
    const [row] = await this.rowsOf((this.now ? approval : approvalAtClock)(query));
    if (!row) return undefined;
    return shownApproval(recordIn(idOf(shownText(row.run)), `its approval ${id}`, row), row.overdue);
  }

  async approvals(query: StoredApprovalQuery): Promise<Page<StoredApproval>> {
    return orUnavailable(listApprovals(this.database, query, await this.present()));
  }

  async count(filter: StoredApprovalFilter): Promise<StatusCounts> {
    return orUnavailable(countApprovals(this.database, filter, await this.present()));
  }

  async stats(query: ApprovalStatsQuery): Promise<StoredApprovalStats> {
    const { clock } = await this.statements();
    const now = this.now ? this.now() : Number((await this.rowsOf(clock()))[0]!.now);
    return orUnavailable(hourlyStats(this.database, query, now));
  }

  async toolSchema(hash: string): Promise<JsonSchema | undefined> {
    const { schema } = await this.statements();
    const [row] = await this.rowsOf(schema(storableId(hash)));
    const json = row && jsonIn<JsonSchema>(row.body);
    // Only a form needs the schema. Without it, the approval can still be read and decided.
    return json && 'value' in json ? json.value : undefined;
  }

  async runs(query: RunQuery): Promise<Page<StoredRun>> {
    const { listed } = await this.statements();
    const list = this.database.selectFrom('toolgate_approval_runs').select(listed);
    return orUnavailable(pageOf(list, query));
  }

  async due(limit: number, { work, cursor }: DueQuery = {}): Promise<DueRuns> {
    const most = pageSize(limit);
    // One more row than the page: it is the next one, due or not.
    const page = { ...dueStart(cursor), turn: work === 'turn' ? 1 : 0, limit: most + 1 };
    const rows = await this.rowsOf((await this.dueStatement(work))(page));
    const now = this.now ? this.now() : Number(rows[0]?.now);
    const found = await this.setAsideDamaged(rows);
    const due = found.slice(0, most).filter((row) => row.due <= now);
    const last = due.at(-1);
    const next = found[due.length];
    return {
      runs: due.map(({ id }) => id),
      ...(last && next && next.due <= now && { cursor: dueCursor(last) }),
      ...(next && { nextInMs: Math.max(0, next.due - now) }),
    };
  }

  /** PostgreSQL only: a SQLite file has one process. */
  override async reserveDue(limit: number, query: ReserveQuery): Promise<DueRuns | undefined> {
    if (!this.isPostgres) return undefined;
    const { reserveDue, reserveDueByClock } = await this.statements();
    const page = reservePage(query, pageSize(limit), this.now?.() ?? 0);
    return reservedRuns(await this.rowsOf((this.now ? reserveDue : reserveDueByClock)(page)));
  }

  async ended(query: EndedQuery): Promise<readonly string[]> {
    return orUnavailable(endedRuns(this.database, query, await this.present()));
  }

  async deleteEnded(query: EndedQuery): Promise<readonly string[]> {
    return orUnavailable(deleteEndedRuns(this.database, query, await this.present()));
  }

  /** A SQLite file has one process. */
  override async reserveTask(name: string, holder: string, forMs: number): Promise<boolean> {
    if (!this.isPostgres) return true;
    return orUnavailable(reserveTask(this.database, { name, holder, forMs }, await this.present()));
  }

  /** A SQLite file has one process. */
  override isShared(): boolean {
    return this.isPostgres;
  }

  async events(run: string): Promise<readonly StoredEvent[]> {
    const { events } = await this.statements();
    const rows = await this.rowsOf(events(storableId(run)));
    return rows.map((row) => recordIn<StoredEvent>(run, 'an event of it', row));
  }

  async counts(): Promise<ApprovalCounts> {
    const { counts, countsAndClock } = await this.statements();
    const rows = await this.rowsOf((this.now ? counts : countsAndClock)());
    const [row] = rows;
    return countsIn(row!, this.now ? this.now() : Number(row!.now));
  }

  override notices(): SqlNotices {
    return this.queues;
  }

  async setAside(run: string, reason: string): Promise<boolean> {
    const { setAside } = await this.statements();
    const query = setAside({ key: storableId(run), aside: reason });
    const { numAffectedRows } = await orUnavailable(this.database.executeQuery(query));
    return numAffectedRows === 1n;
  }

  /** The present time in a query. */
  private async present(): Promise<RawBuilder<number>> {
    await this.statements();
    return this.now ? sql<number>`${Math.floor(this.now())}` : statementClock();
  }

  private async dueStatement(work: DueWork | undefined) {
    const { due, dueAndClock, dueFor, dueForAndClock } = await this.statements();
    if (work === undefined) return this.now ? due : dueAndClock;
    return this.now ? dueFor : dueForAndClock;
  }

  /** Sets aside rows whose column `id` or `due` cannot be read. Returns the others. */
  private async setAsideDamaged(rows: readonly DueRow[]) {
    const { setAsidePlace } = await this.statements();
    const found: (DuePlace & { readonly id: string })[] = [];
    for (const { id, at, place } of rows) {
      const text = textIn(id);
      if (text !== undefined && at !== null) {
        found.push({ id: idOf(text), due: Number(at), place: Number(place) });
        continue;
      }
      const aside = at === null ? 'its column due is not a number' : 'its column id is not valid UTF-8';
      logger.error(`A run was set aside, because ${aside}: place ${place} in toolgate_approval_runs. Repair its row.`);
      await this.rowsOf(setAsidePlace({ key: place, aside }));
    }
    return found;
  }

  private async rowsOf<Row>(query: CompiledQuery<Row>): Promise<Row[]> {
    const { rows } = await orUnavailable(executeOn(this.database, query));
    return rows;
  }
}
