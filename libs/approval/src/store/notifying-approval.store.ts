import type { JsonSchema } from 'toolgate/model';
import { notifySafely } from '../audit/notify-safely.js';
import { happeningsOf } from './happenings.js';
import { listeningAuditors } from '../audit/listening-auditors.js';
import type { StoredApproval } from '../records/stored-approval.js';
import type { StoredEvent } from '../records/stored-event.js';
import type { StoredRun, RunCheckpoint, RunState } from '../records/stored-run.js';
import type { ToolApprovalAuditor } from '../audit/tool-approval.auditor.js';
import { type NoticeReceiver, noticesOf } from '../notices/notices-of.js';
import type { Page, RunQuery, StoredApprovalFilter, StoredApprovalQuery } from './approval-query.js';
import type { ApprovalStatsQuery, StoredApprovalStats } from './approval-stats.js';
import type { ApprovalChangeFeed } from '../changes/approval-change.feed.js';
import type { NoticeStore } from './notice.store.js';
import { publishLost, publishWritten } from './publish-changes.js';
import { wroteNothing } from './wrote-nothing.js';
import {
  type ApprovalCounts,
  ApprovalStore,
  type ChangedRecords,
  type ChangeRun,
  type DueQuery,
  type DueRuns,
  type EndedQuery,
  type ReserveQuery,
  type StatusCounts,
  type StoreChange,
} from './approval.store.js';

/** The parts that a store notifies of what was written. */
export interface NotifiedParts {
  readonly auditors: readonly ToolApprovalAuditor[];
  readonly feed: () => ApprovalChangeFeed;
  /** Receives each run that has work to do, and in how many milliseconds. */
  readonly due: (run: StoredRun, inMs: number) => void;
  /** The channels of notices; none are written without one. */
  readonly receivers: readonly NoticeReceiver[];
  /** Called after notices were written. */
  readonly noticed: () => void;
}

/**
 * A store that notifies others after each change written through it: auditors, the feed of changes, and the dispatcher
 * of the runs that are due.
 */
export class NotifyingApprovalStore extends ApprovalStore {
  constructor(
    private readonly store: ApprovalStore,
    private readonly parts: NotifiedParts,
  ) {
    super();
  }

  async change<T>(run: string, change: ChangeRun<T>): Promise<T> {
    const { feed, receivers } = this.parts;
    const auditors = listeningAuditors(this.parts.auditors);
    let state: RunState | undefined;
    let written: StoreChange<T> | undefined;
    let writtenAt = 0;
    // The store may run the function again, and writes the last result.
    const changing = this.store.change(run, (before, now) => {
      state = before;
      written = undefined;
      const changed = change(before, now);
      written = receivers.length === 0 ? changed : this.withNotices(before, changed);
      writtenAt = now;
      return written;
    });
    try {
      await changing;
    } catch (error) {
      if (written && !wroteNothing(error)) {
        publishLost(feed(), written);
        this.dispatchAll(written, writtenAt);
      }
      throw error;
    }
    // A subscriber that arrived during the write may have read the earlier state, so the feed is asked for listeners
    // after the write.
    if (written) for (const records of recordsOf(written)) publishWritten(feed(), records);
    if (written && auditors.length > 0) notifyListeners(auditors, state, written);
    if (written) this.dispatchAll(written, writtenAt);
    return changing;
  }

  private withNotices<T>(before: RunState | undefined, changed: StoreChange<T>): StoreChange<T> {
    const { receivers } = this.parts;
    const opened = (changed.opens ?? []).flatMap((records) => noticesOf(receivers, undefined, records));
    const notices = [...noticesOf(receivers, before, changed), ...opened];
    return notices.length > 0 ? { ...changed, notices } : changed;
  }

  private dispatchAll(written: ChangedRecords, now: number): void {
    for (const records of recordsOf(written)) this.dispatch(records, now);
  }

  // While a run is leased, its worker does the work. A lost lease is found by a sweep.
  private dispatch({ run, notices }: ChangedRecords, now: number): void {
    if (notices) this.parts.noticed();
    if (run?.dueAt !== undefined && !run.lease) this.parts.due(run, Math.max(0, run.dueAt - now));
  }

  state(run: string): Promise<RunState | undefined> {
    return this.store.state(run);
  }

  checkpoint(run: string): Promise<RunCheckpoint | undefined> {
    return this.store.checkpoint(run);
  }

  approval(id: string): Promise<StoredApproval | undefined> {
    return this.store.approval(id);
  }

  approvals(query: StoredApprovalQuery): Promise<Page<StoredApproval>> {
    return this.store.approvals(query);
  }

  count(filter: StoredApprovalFilter): Promise<StatusCounts> {
    return this.store.count(filter);
  }

  stats(query: ApprovalStatsQuery): Promise<StoredApprovalStats> {
    return this.store.stats(query);
  }

  toolSchema(hash: string): Promise<JsonSchema | undefined> {
    return this.store.toolSchema(hash);
  }

  runs(query: RunQuery): Promise<Page<StoredRun>> {
    return this.store.runs(query);
  }

  due(limit: number, query?: DueQuery): Promise<DueRuns> {
    return this.store.due(limit, query);
  }

  override async reserveDue(limit: number, query: ReserveQuery): Promise<DueRuns | undefined> {
    return this.store.reserveDue?.(limit, query);
  }

  ended(query: EndedQuery): Promise<readonly string[]> {
    return this.store.ended(query);
  }

  deleteEnded(query: EndedQuery): Promise<readonly string[]> {
    return this.store.deleteEnded(query);
  }

  override async reserveTask(task: string, holder: string, forMs: number): Promise<boolean> {
    return this.store.reserveTask?.(task, holder, forMs) ?? true;
  }

  override isShared(): boolean {
    return this.store.isShared?.() ?? this.store.reserveDue !== undefined;
  }

  override notices(): NoticeStore | undefined {
    return this.store.notices?.();
  }

  events(run: string): Promise<readonly StoredEvent[]> {
    return this.store.events(run);
  }

  counts(): Promise<ApprovalCounts> {
    return this.store.counts();
  }

  setAside(run: string, reason: string): Promise<boolean> {
    return this.store.setAside(run, reason);
  }
}

/** The records of the changed run, and those of the runs that were opened with it. */
const recordsOf = (written: ChangedRecords): readonly ChangedRecords[] => [written, ...(written.opens ?? [])];

const notifyListeners = (
  auditors: readonly ToolApprovalAuditor[],
  state: RunState | undefined,
  written: ChangedRecords,
): void => {
  const happenings = [
    ...happeningsOf(state, written),
    ...(written.opens ?? []).flatMap((opened) => happeningsOf(undefined, opened)),
  ];
  for (const happening of happenings) {
    const { id: run, conversation } = happening.run;
    for (const auditor of auditors)
      // A copy, because the caller continues to use the records.
      notifySafely(auditor.constructor.name, { runId: run, conversation }, () =>
        auditor.happened!(structuredClone(happening)),
      );
  }
};
