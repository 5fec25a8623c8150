import type { JsonSchema } from 'toolgate/model';
import { ApprovalConflictException } from '../errors/approval.errors.js';
import { type StoredApproval, showExpiry } from '../records/stored-approval.js';
import type { StoredEvent } from '../records/stored-event.js';
import type { StoredRun, RunCheckpoint, RunState } from '../records/stored-run.js';
import type { Page, RunQuery, StoredApprovalFilter, StoredApprovalQuery } from './approval-query.js';
import type { ApprovalStatsQuery, StoredApprovalStats } from './approval-stats.js';
import {
  type ApprovalCounts,
  ApprovalStore,
  type ChangeRun,
  type DueQuery,
  type DueRuns,
  type EndedQuery,
  type StatusCounts,
  type StoreChange,
} from './approval.store.js';
import { changeAt } from './change-at.js';
import { dueCursor, dueStart, inTurn } from './due-start.js';
import { checkpointAfter, checkpointIn } from './in-memory-checkpoints.js';
import { approvalCount, approvalPage, approvalStats, type PlacedApproval } from './in-memory-lists.js';
import { InMemoryNotices } from './in-memory-notices.js';
import { activeBeside, columnsOf, pageOf, recordIn, type Row } from './in-memory-rows.js';
import { pageSize } from './page-start.js';
import { RunRows } from './run-rows.js';

type ApprovalRow = Row & PlacedApproval;

/** Stores runs and approvals in the memory of the process, for tests and first trials. */
export class InMemoryApprovalStore extends ApprovalStore {
  private readonly runsById = new RunRows();
  private readonly approvalsById = new Map<string, ApprovalRow>();
  private readonly approvalsOf = new Map<string, Set<string>>();
  /** The whole checkpoint of each run, then its steps. */
  private readonly checkpoints = new Map<string, readonly string[]>();
  private readonly eventsOf = new Map<string, string[]>();
  private readonly aside = new Map<string, string>();
  private readonly schemas = new Map<string, string>();
  private readonly queues: InMemoryNotices;
  private places = 0;

  constructor(private readonly now: () => number = Date.now) {
    super();
    this.queues = new InMemoryNotices(now);
  }

  async change<T>(run: string, change: ChangeRun<T>): Promise<T> {
    return this.write(run, changeAt(this.now(), this.stateOf(run), change));
  }

  async state(run: string): Promise<RunState | undefined> {
    return this.stateOf(run);
  }

  async checkpoint(run: string): Promise<RunCheckpoint | undefined> {
    return checkpointIn(run, this.checkpoints.get(run));
  }

  async approval(id: string): Promise<StoredApproval | undefined> {
    const row = this.approvalsById.get(id);
    return row && showExpiry(recordIn<StoredApproval>(row), this.now());
  }

  async approvals(query: StoredApprovalQuery): Promise<Page<StoredApproval>> {
    return approvalPage([...this.approvalsById.values()], query, this.now());
  }

  async count(filter: StoredApprovalFilter): Promise<StatusCounts> {
    return approvalCount([...this.approvalsById.values()], filter, this.now());
  }

  async stats(query: ApprovalStatsQuery): Promise<StoredApprovalStats> {
    const events = [...this.eventsOf.values()].flat().map((body): StoredEvent => JSON.parse(body));
    const createdAt = (id: string): number | undefined => this.approvalsById.get(id)?.approval.createdAt;
    return approvalStats(query, this.now(), { events, createdAt });
  }

  async toolSchema(hash: string): Promise<JsonSchema | undefined> {
    const schema = this.schemas.get(hash);
    return schema === undefined ? undefined : JSON.parse(schema);
  }

  async runs(query: RunQuery): Promise<Page<StoredRun>> {
    return pageOf<StoredRun>(this.runsById.rowsIn(query), query);
  }

  async due(limit: number, { work, cursor }: DueQuery = {}): Promise<DueRuns> {
    const now = this.now();
    const start = dueStart(cursor);
    const found = [...this.runsById.values()].flatMap(({ id, place, dueAt, dueFor = 'time' }) =>
      dueAt === undefined || this.aside.has(id) || dueFor !== (work ?? dueFor) ? [] : [{ id, place, due: dueAt }],
    );
    const sorted = found.filter((one) => inTurn(one, start) > 0).sort(inTurn);
    const due = sorted.slice(0, pageSize(limit)).filter((one) => one.due <= now);
    const last = due.at(-1);
    const next = sorted[due.length];
    return {
      runs: due.map(({ id }) => id),
      ...(last && next && next.due <= now && { cursor: dueCursor(last) }),
      ...(next && { nextInMs: Math.max(0, next.due - now) }),
    };
  }

  async ended({ limit, endedForMs }: EndedQuery): Promise<readonly string[]> {
    const withContent = this.endedBefore(this.now() - endedForMs).filter(({ hasContent }) => hasContent);
    return withContent.slice(0, pageSize(limit)).map(({ id }) => id);
  }

  async deleteEnded({ limit, endedForMs }: EndedQuery): Promise<readonly string[]> {
    const ids = this.endedBefore(this.now() - endedForMs)
      .slice(0, pageSize(limit))
      .map(({ id }) => id);
    for (const id of ids) this.deleteRun(id);
    return ids;
  }

  async events(run: string): Promise<readonly StoredEvent[]> {
    return (this.eventsOf.get(run) ?? []).map((body): StoredEvent => JSON.parse(body));
  }

  async counts(): Promise<ApprovalCounts> {
    const pending = [...this.approvalsById.values()].filter(({ status }) => status === 'PENDING');
    const runs = [...this.runsById.values()];
    const suspended = runs.filter(({ status }) => status === 'suspended').length;
    const parked = runs.filter(({ isParked }) => isParked).length;
    const [first] = pending;
    const now = this.now();
    const due = Math.min(...runs.filter(({ id }) => !this.aside.has(id)).map(({ dueAt = Infinity }) => dueAt));
    return {
      pending: pending.length,
      ...(first && { oldestPendingMs: Math.max(0, now - recordIn<StoredApproval>(first).createdAt) }),
      suspended,
      ...(parked > 0 && { parked }),
      ...(this.aside.size > 0 && { setAside: this.aside.size }),
      ...(due <= now && { oldestDueMs: now - due }),
    };
  }

  override notices(): InMemoryNotices {
    return this.queues;
  }

  async setAside(run: string, reason: string): Promise<boolean> {
    if (!this.runsById.has(run) || this.aside.has(run)) return false;
    this.aside.set(run, reason);
    return true;
  }

  /** Returns the runs that ended before a time, longest ended first. */
  private endedBefore(time: number): readonly Row[] {
    const ended = [...this.runsById.values()].filter(({ endedAt = Infinity }) => endedAt <= time);
    return ended.sort((a, b) => (a.endedAt ?? 0) - (b.endedAt ?? 0) || a.place - b.place);
  }

  private deleteRun(id: string): void {
    for (const approval of this.approvalsOf.get(id) ?? []) this.approvalsById.delete(approval);
    for (const records of [this.runsById, this.approvalsOf, this.checkpoints, this.eventsOf, this.aside]) {
      records.delete(id);
    }
    this.queues.deleteRun(id);
  }

  private stateOf(run: string): RunState | undefined {
    const row = this.runsById.get(run);
    if (!row) return undefined;
    const approvals = [...(this.approvalsOf.get(run) ?? [])].map((id) =>
      recordIn<StoredApproval>(this.approvalsById.get(id)!),
    );
    return { run: recordIn<StoredRun>(row), approvals };
  }

  private write<T>(id: string, change: StoreChange<T>): T {
    const { opens = [] } = change;
    for (const { run } of opens) {
      if (this.runsById.has(run.id)) throw new Error(`The run ${run.id} exists already. Open each run once.`);
      this.assertAlone(run);
    }
    const changed = this.prepare(id, change);
    const opened = opens.map((one) => this.prepare(one.run.id, { ...one, result: undefined }));
    return [changed, ...opened].map((put) => put())[0] as T;
  }

  /** Returns the function that writes the records of a run. All checks run before it, so it writes all or nothing. */
  private prepare<T>(id: string, change: StoreChange<T>): () => T {
    const { run, checkpoint, approvals = [], events = [], schemas = [], notices = [], alone } = change;
    const isNothing = !checkpoint && approvals.length === 0 && events.length === 0;
    if (!run && !this.runsById.has(id) && !isNothing) {
      throw new Error(`The run ${id} is not there, and the change does not contain it. Add the run to the change.`);
    }
    if (run && alone) this.assertAlone(run);
    const runs = run ? [this.rowOf(run, id, this.runsById)] : [];
    const asked = approvals.map((approval) => this.approvalRow(approval, id));
    const saved = checkpointAfter(id, this.checkpoints.get(id), checkpoint);
    const added = events.map((event) => JSON.stringify(event));
    const shown = schemas.map(({ hash, schema }) => [hash, JSON.stringify(schema)] as const);
    const queued = notices.map((notice) => ({ notice, body: JSON.stringify(notice) }));
    const result = 'resultOf' in change ? change.resultOf(checkpointIn(id, saved)) : change.result;
    return () => {
      for (const row of runs) this.runsById.set(id, row);
      if (run) this.aside.delete(id);
      for (const row of asked) this.addApproval(id, row);
      for (const [hash, schema] of shown) if (!this.schemas.has(hash)) this.schemas.set(hash, schema);
      if (saved) this.checkpoints.set(id, saved);
      else this.checkpoints.delete(id);
      // A change of a run that does not exist leaves nothing behind.
      if (run) this.eventsOf.set(id, this.eventsOf.get(id) ?? []);
      this.eventsOf.get(id)?.push(...added);
      this.queues.add(queued);
      return result;
    };
  }

  private assertAlone(run: StoredRun): void {
    const active = activeBeside(run, this.runsById.rowsIn(run));
    if (active.length > 0) throw new ApprovalConflictException(run.conversation!, active, []);
  }

  private rowOf(record: StoredRun | StoredApproval, run: string, before: ReadonlyMap<string, Row>): Row {
    const { id } = record;
    const known = before.get(id);
    if (known && known.run !== run)
      throw new Error(`The approval ${id} belongs to another run. Pass an approval of the changed run.`);
    return { ...columnsOf(record), place: known?.place ?? ++this.places, run, body: JSON.stringify(record) };
  }

  private approvalRow(approval: StoredApproval, run: string): ApprovalRow {
    const row = this.rowOf(approval, run, this.approvalsById);
    return { ...row, approval: recordIn<StoredApproval>(row) };
  }

  private addApproval(run: string, row: ApprovalRow): void {
    this.approvalsById.set(row.id, row);
    const ids = this.approvalsOf.get(run) ?? new Set();
    this.approvalsOf.set(run, ids.add(row.id));
  }
}
