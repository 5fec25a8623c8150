import type { CompiledQuery, Kysely } from 'kysely';
import {
  type StoredApproval,
  type ApprovalCounts,
  type StoredEvent,
  type ApprovalQuery,
  ApprovalStore,
  type ChangeRun,
  type CheckpointStep,
  checkpointWith,
  dueCursor,
  type DuePlace,
  type DueQuery,
  type DueRuns,
  dueStart,
  type DueWork,
  type Page,
  pageSize,
  type StoredRun,
  type RunCheckpoint,
  type RunQuery,
  type RunState,
  RunUnreadableException,
} from 'toolgate/approval';
import { LineLogger } from 'toolgate/model';
import { databaseWith } from '../database-with.js';
import { isPostgres } from '../is-postgres.js';
import type { SqlDatabase } from '../sql-database.js';
import { idOf, storableId } from '../storable-id.js';
import { LOCK_TIMEOUT_MS } from '../connection/postgres-timeouts.js';
import { jsonIn, shownText, textColumn, textIn } from '../stored-text.js';
import type { Body, DueRow, OwnedBody, PendingRow } from './approval-reads.js';
import { type ApprovalStatements, approvalStatements } from './approval-statements.js';
import type { ApprovalTables } from './approval-tables.js';
import { pageOf } from './page-of.js';
import { answerOf } from './answer-of.js';
import { ChangeQueue } from './change-queue.js';
import { WAITING } from './waiting.js';
import { type Execute, writeChange } from './write-change.js';

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
  private readonly database: Kysely<ApprovalTables>;
  private readonly statements: ApprovalStatements;
  private readonly isPostgres: boolean;
  /** Absent if the clock of the database is used. */
  private readonly now?: () => number;
  private readonly queue: ChangeQueue;
  private readonly listed;

  constructor(database: SqlDatabase, { now, lockTimeoutMs = LOCK_TIMEOUT_MS }: SqlApprovalStoreOptions = {}) {
    super();
    this.database = databaseWith(database);
    this.statements = approvalStatements(this.database);
    this.isPostgres = isPostgres(database);
    this.now = now ?? (this.isPostgres ? undefined : Date.now);
    this.queue = new ChangeQueue(lockTimeoutMs);
    this.listed = [
      'place',
      textColumn(this.database, 'id').as('id'),
      textColumn(this.database, 'body').as('body'),
    ] as const;
  }

  async change<T>(run: string, change: ChangeRun<T>): Promise<T> {
    // SQLite has one connection, and so one change at a time.
    return this.isPostgres ? this.queue.run(run, () => this.changeNow(run, change)) : this.changeNow(run, change);
  }

  async state(run: string): Promise<RunState | undefined> {
    const rows = await this.rowsOf(this.statements.state(storableId(run)));
    return stateIn(run, rows);
  }

  async checkpoint(run: string): Promise<RunCheckpoint | undefined> {
    return checkpointIn(run, await this.rowsOf(this.statements.checkpoint(storableId(run))));
  }

  async approval(id: string): Promise<StoredApproval | undefined> {
    const [row] = await this.rowsOf(this.statements.approval(storableId(id)));
    return row && read(idOf(shownText(row.run)), `its approval ${id}`, row);
  }

  async approvals({ runId: run, ...query }: ApprovalQuery): Promise<Page<StoredApproval>> {
    const list = this.database.selectFrom('toolgate_approvals').select(this.listed);
    return answerOf(pageOf(list, { ...query, run, waiting: WAITING.toolgate_approvals }));
  }

  async runs(query: RunQuery): Promise<Page<StoredRun>> {
    const list = this.database.selectFrom('toolgate_approval_runs').select(this.listed);
    return answerOf(pageOf(list, { ...query, waiting: WAITING.toolgate_approval_runs }));
  }

  async due(limit: number, { work, cursor }: DueQuery = {}): Promise<DueRuns> {
    const most = pageSize(limit);
    // One more row than the page: it is the next one, due or not.
    const page = { ...dueStart(cursor), turn: work === 'turn' ? 1 : 0, limit: most + 1 };
    const rows = await this.rowsOf(this.dueStatement(work)(page));
    const now = this.now ? this.now() : Number(rows[0]?.now);
    const found = await this.setAsideDamaged(rows);
    const due = found.slice(0, most).filter((row) => row.due <= now);
    const next = found[due.length];
    return {
      runs: due.map(({ id }) => id),
      ...(next && next.due <= now && { cursor: dueCursor(due.at(-1)!) }),
      ...(next && { nextInMs: Math.max(0, next.due - now) }),
    };
  }

  async events(run: string): Promise<readonly StoredEvent[]> {
    const rows = await this.rowsOf(this.statements.events(storableId(run)));
    return rows.map((row) => read<StoredEvent>(run, 'an event of it', row));
  }

  async counts(): Promise<ApprovalCounts> {
    const { counts, countsAndClock } = this.statements;
    const rows = await this.rowsOf((this.now ? counts : countsAndClock)());
    const { pending, suspended, aside, first: body, now } = rows[0]!;
    const json = body === null ? undefined : jsonIn<StoredApproval>(body);
    const first = json && ('value' in json ? json.value : await this.firstPending());
    const clock = this.now ? this.now() : Number(now);
    return {
      pending: Number(pending),
      ...(first && { oldestPendingMs: Math.max(0, clock - first.createdAt) }),
      suspended: Number(suspended),
      ...(Number(aside) > 0 && { setAside: Number(aside) }),
    };
  }

  async setAside(run: string, reason: string): Promise<boolean> {
    const query = this.statements.setAside({ key: storableId(run), aside: reason });
    const { numAffectedRows } = await answerOf(this.database.executeQuery(query));
    return numAffectedRows === 1n;
  }

  private dueStatement(work: DueWork | undefined) {
    const { due, dueAndClock, dueFor, dueForAndClock } = this.statements;
    if (work === undefined) return this.now ? due : dueAndClock;
    return this.now ? dueFor : dueForAndClock;
  }

  /** Sets aside rows whose columns cannot be read, because no run has their id. Returns the others. */
  private async setAsideDamaged(rows: readonly DueRow[]) {
    const found: (DuePlace & { readonly id: string })[] = [];
    for (const { id, at, place } of rows) {
      const text = textIn(id);
      if (text !== undefined && at !== null) {
        found.push({ id: idOf(text), due: Number(at), place: Number(place) });
        continue;
      }
      const aside = at === null ? 'its column due is not a number' : 'its column id is not valid UTF-8';
      logger.error(`A run was set aside, because ${aside}: place ${place} in toolgate_approval_runs. Repair its row.`);
      await this.rowsOf(this.statements.setAsidePlace({ key: place, aside }));
    }
    return found;
  }

  /** Returns the oldest pending approval that can be read. */
  private async firstPending(): Promise<StoredApproval | undefined> {
    let after: number | string | undefined = 0;
    while (after !== undefined) {
      const [row]: PendingRow[] = await this.rowsOf(this.statements.nextPending(after));
      const first = row && jsonIn<StoredApproval>(row.body);
      if (first && 'value' in first) return first.value;
      after = row?.place;
    }
    return undefined;
  }

  private async rowsOf<Row>(query: CompiledQuery<Row>): Promise<Row[]> {
    const { rows } = await answerOf(this.database.executeQuery(query));
    return rows;
  }

  private async changeNow<T>(run: string, change: ChangeRun<T>): Promise<T> {
    for (;;) {
      const written = await this.attempt(run, change);
      if (written) return written.result;
    }
  }

  private async attempt<T>(run: string, change: ChangeRun<T>): Promise<{ result: T } | undefined> {
    let isCommitting = false;
    // Each statement sees what others have committed before it, whatever the default of the database is.
    const transaction = this.database.transaction().setIsolationLevel('read committed');
    const answer = transaction.execute(async (database) => {
      const written = await this.write(run, change, (query) => database.executeQuery(query));
      isCommitting = true;
      return written;
    });
    // After a failed commit the change may still be written.
    return answerOf(answer, () => isCommitting);
  }

  /** Returns undefined, without writing anything, if another process has opened the same run in the meantime. */
  private async write<T>(run: string, change: ChangeRun<T>, execute: Execute): Promise<{ result: T } | undefined> {
    const { state, clock } = await this.lock(run, execute);
    // The time of a run never decreases, even if the clock is set back.
    const written = change(state, Math.max(clock, state?.run.updatedAt ?? clock));
    const target = { run, state, statements: this.statements, execute, isPostgres: this.isPostgres };
    if (!(await writeChange(target, written))) return undefined;
    if (!('resultOf' in written)) return written;
    // No other process can write the run, because every change of it waits for its lock.
    const { rows } = await execute(this.statements.checkpoint(storableId(run)));
    return { result: written.resultOf(checkpointIn(run, rows)) };
  }

  /** Locks the run, then reads it and the clock, so that the time is never before the lock. */
  private async lock(run: string, execute: Execute): Promise<{ state: RunState | undefined; clock: number }> {
    const { lock, clock, state, stateAndClock } = this.statements;
    const id = storableId(run);
    // On SQLite the transaction locks the whole database.
    const found = !this.isPostgres || (await execute(lock(id))).rows.length > 0;
    const { rows } = found ? await execute((this.now ? state : stateAndClock)(id)) : { rows: [] };
    if (this.now) return { state: stateIn(run, rows), clock: this.now() };
    const [told] = rows.length > 0 ? rows : (await execute(clock())).rows;
    return { state: stateIn(run, rows), clock: Number(told!.now) };
  }
}

const read = <T extends object>(run: string, record: string, row: Body & Partial<OwnedBody>): T => {
  const json = jsonIn<T>(row.body);
  if ('value' in json) return json.value;
  const tenant = row.tenant === undefined ? undefined : textIn(row.tenant);
  throw new RunUnreadableException(run, `${record} ${json.problem}`, tenant === undefined ? undefined : idOf(tenant));
};

const stateIn = (id: string, [run, ...approvals]: readonly OwnedBody[]): RunState | undefined =>
  run && {
    run: read(id, 'its record', run),
    approvals: approvals.map((row) => read<StoredApproval>(id, 'an approval of it', row)),
  };

const checkpointIn = (run: string, [whole, ...steps]: readonly Body[]): RunCheckpoint | undefined =>
  whole &&
  checkpointWith(
    run,
    read<RunCheckpoint>(run, 'its checkpoint', whole),
    steps.map((row) => read<CheckpointStep>(run, 'a step of its checkpoint', row)),
  );
