import type { CompiledQuery, Kysely } from 'kysely';
import {
  type Approval,
  type ApprovalCounts,
  type ApprovalEvent,
  type ApprovalQuery,
  ApprovalStore,
  type ChangeRun,
  type DueRuns,
  type Page,
  pageSize,
  type Run,
  type RunCheckpoint,
  type RunQuery,
  type RunState,
} from 'toolgate/approval';
import { databaseWith } from '../database-with.js';
import { isPostgres } from '../is-postgres.js';
import type { SqlDatabase } from '../sql-database.js';
import { idOf, storableId } from '../storable-id.js';
import { LOCK_TIMEOUT_MS } from '../connection/postgres-timeouts.js';
import type { Body } from './approval-reads.js';
import { type ApprovalStatements, approvalStatements } from './approval-statements.js';
import type { ApprovalTables } from './approval-tables.js';
import { pageOf } from './page-of.js';
import { answerOf } from './answer-of.js';
import { ChangeQueue } from './change-queue.js';
import { type Execute, writeChange } from './write-change.js';

/** How the store tells the time. */
export interface SqlApprovalStoreOptions {
  /** Milliseconds since 1970. @default the clock of the PostgreSQL server; with SQLite, of the machine */
  readonly now?: () => number;
  /** PostgreSQL only: how long a change waits for others of its run in this process, in milliseconds; 0 without a limit. @default 5000 */
  readonly lockTimeoutMs?: number;
}

/** Keeps runs and approvals in SQLite or PostgreSQL; `migrateToLatest` makes its tables. */
export class SqlApprovalStore extends ApprovalStore {
  private readonly database: Kysely<ApprovalTables>;
  private readonly statements: ApprovalStatements;
  private readonly isPostgres: boolean;
  /** Absent where the database's own clock is read. */
  private readonly now?: () => number;
  private readonly queue: ChangeQueue;

  constructor(database: SqlDatabase, { now, lockTimeoutMs = LOCK_TIMEOUT_MS }: SqlApprovalStoreOptions = {}) {
    super();
    this.database = databaseWith(database);
    this.statements = approvalStatements(this.database);
    this.isPostgres = isPostgres(database);
    this.now = now ?? (this.isPostgres ? undefined : Date.now);
    this.queue = new ChangeQueue(lockTimeoutMs);
  }

  async change<T>(run: string, change: ChangeRun<T>): Promise<T> {
    // SQLite has one connection, and so one change at a time.
    return this.isPostgres ? this.queue.run(run, () => this.changeNow(run, change)) : this.changeNow(run, change);
  }

  async state(run: string): Promise<RunState | undefined> {
    const rows = await this.rowsOf(this.statements.state(storableId(run)));
    return stateIn(rows);
  }

  async checkpoint(run: string): Promise<RunCheckpoint | undefined> {
    const rows = await this.rowsOf(this.statements.checkpoint(storableId(run)));
    return rows.map(read<RunCheckpoint>)[0];
  }

  async approval(id: string): Promise<Approval | undefined> {
    const rows = await this.rowsOf(this.statements.approval(storableId(id)));
    return rows.map(read<Approval>)[0];
  }

  async approvals({ run, ...query }: ApprovalQuery): Promise<Page<Approval>> {
    const list = this.database.selectFrom('toolgate_approvals').select(['place', 'body']);
    return answerOf(pageOf(run === undefined ? list : list.where('run', '=', storableId(run)), query));
  }

  async runs(query: RunQuery): Promise<Page<Run>> {
    return answerOf(pageOf(this.database.selectFrom('toolgate_approval_runs').select(['place', 'body']), query));
  }

  async due(limit: number): Promise<DueRuns> {
    const most = pageSize(limit);
    const { due, dueAndClock } = this.statements;
    // One more: it is the next, wherever its time stands.
    const rows = await this.rowsOf((this.now ? due : dueAndClock)(most + 1));
    const now = this.now ? this.now() : Number(rows[0]?.now);
    const runs = rows.slice(0, most).filter((row) => Number(row.due) <= now);
    const next = rows[runs.length];
    return {
      runs: runs.map(({ id }) => idOf(id)),
      ...(next && { nextInMs: Math.max(0, Number(next.due) - now) }),
    };
  }

  async events(run: string): Promise<readonly ApprovalEvent[]> {
    const rows = await this.rowsOf(this.statements.events(storableId(run)));
    return rows.map(read<ApprovalEvent>);
  }

  async counts(): Promise<ApprovalCounts> {
    const { counts, countsAndClock } = this.statements;
    const rows = await this.rowsOf((this.now ? counts : countsAndClock)());
    const { pending, suspended, first, now } = rows[0]!;
    const clock = this.now ? this.now() : Number(now);
    return {
      pending: Number(pending),
      ...(first !== null && { oldestPendingMs: Math.max(0, clock - read<Approval>({ body: first }).createdAt) }),
      suspended: Number(suspended),
    };
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
    // Each statement sees what others committed meanwhile, whatever the database is set to.
    const transaction = this.database.transaction().setIsolationLevel('read committed');
    const answer = transaction.execute(async (database) => {
      const written = await this.write(run, change, (query) => database.executeQuery(query));
      isCommitting = true;
      return written;
    });
    // What fails in the commit may be written all the same.
    return answerOf(answer, () => isCommitting);
  }

  /** Gives undefined, and has written nothing, where somebody else has opened the same run meanwhile. */
  private async write<T>(run: string, change: ChangeRun<T>, execute: Execute): Promise<{ result: T } | undefined> {
    const { state, clock } = await this.lock(storableId(run), execute);
    // The time of a run never goes back, whatever the clock does.
    const written = change(state, Math.max(clock, state?.run.updatedAt ?? clock));
    const target = { run, state, statements: this.statements, execute, isPostgres: this.isPostgres };
    if (!(await writeChange(target, written))) return undefined;
    if (!('resultOf' in written)) return written;
    // No other process can write it: whoever changes the run waits for its lock.
    const { rows } = await execute(this.statements.checkpoint(storableId(run)));
    return { result: written.resultOf(rows.map(read<RunCheckpoint>)[0]) };
  }

  /** Locks the run, and only then reads it and the clock: what waits for a lock is told the time after it. */
  private async lock(id: string, execute: Execute): Promise<{ state: RunState | undefined; clock: number }> {
    const { lock, clock, state, stateAndClock } = this.statements;
    // On SQLite the transaction has the whole database.
    const found = !this.isPostgres || (await execute(lock(id))).rows.length > 0;
    const { rows } = found ? await execute((this.now ? state : stateAndClock)(id)) : { rows: [] };
    if (this.now) return { state: stateIn(rows), clock: this.now() };
    const [read] = rows.length > 0 ? rows : (await execute(clock())).rows;
    return { state: stateIn(rows), clock: Number(read!.now) };
  }
}

const read = <T>({ body }: Body): T => JSON.parse(body) as T;

const stateIn = ([run, ...approvals]: readonly Body[]): RunState | undefined =>
  run && { run: read(run), approvals: approvals.map(read<Approval>) };
