import { notifySafely } from '../audit/notify-safely.js';
import { happeningsOf } from './happenings.js';
import { listeningAuditors } from '../audit/listening-auditors.js';
import type { StoredRun, RunState } from '../records/stored-run.js';
import type { ToolApprovalAuditor } from '../audit/tool-approval.auditor.js';
import { type NoticeReceiver, noticesOf } from '../notices/notices-of.js';
import type { ApprovalChangeFeed } from '../changes/approval-change.feed.js';
import type { NoticeStore } from './notice.store.js';
import { publishLost, publishWritten } from './publish-changes.js';
import {
  ApprovalStore,
  type ChangedRecords,
  type ChangeRun,
  type DueRuns,
  type ReserveQuery,
  type StoreChange,
} from './approval.store.js';
import {
  ApprovalConflictException,
  RunUnreadableException,
  StoreUnavailableException,
} from '../errors/approval.errors.js';

/** The parts that a store notifies of what was written. */
interface NotifiedParts {
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
  readonly state: ApprovalStore['state'] = (run) => this.store.state(run);
  readonly checkpoint: ApprovalStore['checkpoint'] = (run) => this.store.checkpoint(run);
  readonly approval: ApprovalStore['approval'] = (id) => this.store.approval(id);
  readonly approvals: ApprovalStore['approvals'] = (query) => this.store.approvals(query);
  readonly count: ApprovalStore['count'] = (filter) => this.store.count(filter);
  readonly stats: ApprovalStore['stats'] = (query) => this.store.stats(query);
  readonly toolSchema: ApprovalStore['toolSchema'] = (hash) => this.store.toolSchema(hash);
  readonly runs: ApprovalStore['runs'] = (query) => this.store.runs(query);
  readonly due: ApprovalStore['due'] = (limit, query) => this.store.due(limit, query);
  readonly ended: ApprovalStore['ended'] = (query) => this.store.ended(query);
  readonly deleteEnded: ApprovalStore['deleteEnded'] = (query) => this.store.deleteEnded(query);
  readonly events: ApprovalStore['events'] = (run) => this.store.events(run);
  readonly counts: ApprovalStore['counts'] = () => this.store.counts();
  readonly setAside: ApprovalStore['setAside'] = (run, reason) => this.store.setAside(run, reason);

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

  override async reserveDue(limit: number, query: ReserveQuery): Promise<DueRuns | undefined> {
    return this.store.reserveDue?.(limit, query);
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

const WROTE_NOTHING = [StoreUnavailableException, RunUnreadableException, ApprovalConflictException];

/** Whether a change that threw this error is known to have written nothing. */
const wroteNothing = (error: unknown): boolean => WROTE_NOTHING.some((type) => error instanceof type);
