import type { JsonSchema } from 'toolgate/model';
import { tellQuietly } from '../audit/tell-quietly.js';
import { happeningsOf } from './happenings.js';
import { listeningAuditors } from '../audit/listening-auditors.js';
import type { StoredApproval } from '../records/stored-approval.js';
import type { StoredEvent } from '../records/stored-event.js';
import type { StoredRun, RunCheckpoint, RunState } from '../records/stored-run.js';
import type { ToolApprovalAuditor } from '../audit/tool-approval.auditor.js';
import type { RunQuery, StoredApprovalFilter, StoredApprovalQuery } from './approval-query.js';
import type { ApprovalStatsQuery, StoredApprovalStats } from './approval-stats.js';
import {
  type ApprovalCounts,
  ApprovalStore,
  type ChangedRecords,
  type ChangeRun,
  type DueQuery,
  type DueRuns,
  type Page,
  type StatusCounts,
  type StoreChange,
} from './approval.store.js';

/** A store that reports every change written through it to auditors. */
export class ToldApprovalStore extends ApprovalStore {
  constructor(
    private readonly store: ApprovalStore,
    private readonly auditors: readonly ToolApprovalAuditor[],
  ) {
    super();
  }

  async change<T>(run: string, change: ChangeRun<T>): Promise<T> {
    const auditors = listeningAuditors(this.auditors);
    if (auditors.length === 0) return this.store.change(run, change);
    let state: RunState | undefined;
    let written: StoreChange<T> | undefined;
    // The store may run it again; the last result is the one that is written.
    const result = await this.store.change(run, (before, now) => {
      state = before;
      written = change(before, now);
      return written;
    });
    if (written?.events?.length) tell(auditors, state, written);
    return result;
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

const tell = (auditors: readonly ToolApprovalAuditor[], state: RunState | undefined, written: ChangedRecords): void => {
  for (const happening of happeningsOf(state, written)) {
    const { id: run, conversation } = happening.run;
    for (const auditor of auditors)
      // A copy, because the caller continues to use the records.
      tellQuietly(auditor.constructor.name, { runId: run, conversation }, () =>
        auditor.happened!(structuredClone(happening)),
      );
  }
};
