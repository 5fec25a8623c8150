import type { ToolCallbackResolver } from 'toolgate/tool';
import { ApprovalDecisionException } from '../errors/approval.errors.js';
import type { ApprovalChange } from '../changes/approval-change.js';
import type { ChangeSubscriptions } from '../changes/change-subscriptions.js';
import { type ApprovalEvent, eventRecord } from '../records/approval-event.js';
import type {
  ExternalCall,
  ExternalCallAnswer,
  ExternalCallClaim,
  ExternalCallFinish,
  ExternalCallRequest,
  ExternalCallScope,
} from '../external/external-call.js';
import { ExternalCalls } from '../external/external-calls.js';
import { type Approval, approvalRecord } from '../records/approval.js';
import { type ListedApproval, listedRecord } from '../records/listed-approval.js';
import { markDamage } from '../records/argument-damage.js';
import type { StoredApproval } from '../records/stored-approval.js';
import type { EligibleApprover } from '../requester/approver.directory.js';
import type { Approver } from '../requester/requester.js';
import { changeRun } from '../runs/store-calls.js';
import type { ApprovalFilter, ApprovalQuery, Page } from '../store/approval-query.js';
import type { StatusCounts } from '../store/approval.store.js';
import { type Cancellation, cancelApproval } from '../transitions/cancel-approval.js';
import { decideApproval } from '../transitions/decide-approval.js';
import type { DecideApproval, Decision } from '../transitions/decision.js';
import type { Draft } from '../transitions/draft.js';
import { settleBatch } from '../transitions/pass-time.js';
import type { ApprovalRuns } from './approval-runs.js';
import type { ApproverChecks, Eligibility } from './approver-checks.js';
import { assertApprovalFilter, assertApprovalQuery, assertStatsHours } from './assert-query.js';
import { checkedAnswer } from './checked-answer.js';
import { assertSameTool } from './assert-same-tool.js';
import type { AskPolicy } from './check-edit.js';
import { checkedEdit } from './checked-edit.js';
import { readApprover, readViewer, type Viewer } from '../requester/read-approver.js';
import { type CancelOptions, cancelProblem, readCancelOptions } from './cancel-options.js';
import { tenantSeenBy } from '../requester/visibility.js';
import { type ApprovalStats, statsRecord } from './stats-record.js';
import { readDecision } from './read-decision.js';
import { storedFilter } from './visible-query.js';
import { toolNow, withEarlierSchemas } from './tool-now.js';
import { visibleRecord } from '../runs/visible-record.js';
import { whenAvailable } from './when-available.js';
import type { ActiveStore } from '../store/active-store.js';
import type { ApprovalSettings } from '../runs/approval-settings.js';
import type { Seams } from '#core';
import type { ApprovalGate } from '../gate/approval.gate.js';

interface ApprovalServiceParts {
  readonly store: ActiveStore;
  /** Creates the gate that asks the strategy of the application. */
  readonly gate: { create(): ApprovalGate };
  readonly tools: ToolCallbackResolver;
  readonly runs: ApprovalRuns;
  readonly approvers: ApproverChecks;
  readonly changes: ChangeSubscriptions;
  readonly seams: Seams;
  readonly settings: ApprovalSettings;
}

/** The numbers of approvals that match a filter: in total, and by each status that one of them has. */
export interface ApprovalNumbers {
  readonly total: number;
  readonly byStatus: StatusCounts;
}

/**
 * Lists approvals and accepts decisions. The application authenticates the approver: `by` is what it knows of the
 * person, never data that a client sent.
 */
export class ApprovalService {
  /** The runs of suspended turns, and their outcomes. */
  readonly runs: ApprovalRuns;
  private readonly external: ExternalCalls;

  constructor(private readonly parts: ApprovalServiceParts) {
    this.runs = parts.runs;
    this.external = new ExternalCalls(parts);
  }

  /**
   * Lists approvals, oldest first by default, with expired ones as `EXPIRED` and without large arguments. Without a
   * viewer it lists every tenant, for the application's own use only. Throws `TypeError` for a malformed query or viewer.
   */
  async list(query: ApprovalQuery = {}, by?: Viewer): Promise<Page<ListedApproval>> {
    const asked = storedFilter(assertApprovalQuery(query), readViewer(by));
    if (!asked) return { items: [] };
    const page = await this.parts.store.get().approvals(asked);
    return { ...page, items: page.items.map((stored) => listedRecord(markDamage(stored))) };
  }

  /** Returns the numbers of the approvals that `list` would return for a filter, in all and by status. */
  async counts(filter: ApprovalFilter = {}, by?: Viewer): Promise<ApprovalNumbers> {
    const asked = storedFilter(assertApprovalFilter(filter), readViewer(by));
    const byStatus = asked ? await this.parts.store.get().count(asked) : {};
    return { total: Object.values(byStatus).reduce((sum, count) => sum + count, 0), byStatus };
  }

  /**
   * Returns how many approvals of the viewer's tenant were requested, decided by people and expired in each hour, up to
   * the present one, and the median time to decide. Throws `TypeError` for more than 168 hours.
   */
  async stats({ hours }: { readonly hours: number }, by?: Viewer): Promise<ApprovalStats> {
    assertStatsHours(hours);
    const viewer = readViewer(by);
    const tenant = viewer && tenantSeenBy(viewer);
    return statsRecord(await this.parts.store.get().stats({ hours, ...(tenant !== undefined && { tenant }) }));
  }

  /**
   * Returns an approval, with the input schema of its tool. Throws `ApprovalDecisionException` (`not-found`) if it does
   * not exist or the viewer may not see it, and `RunUnreadableException` if its row is damaged. Without a viewer it is
   * for the application's own use.
   */
  async get(id: string, by?: Approver): Promise<Approval> {
    const approval = await this.stored(id, by === undefined ? undefined : readApprover(by));
    const record = { ...shown(approval), ...(await toolNow(approval, this.parts.tools, this.parts.store.get())) };
    const { toolChanges } = record;
    return toolChanges
      ? { ...record, toolChanges: await withEarlierSchemas(toolChanges, this.parts.store.get()) }
      : record;
  }

  /** Returns the events of an approval, in order. Throws as `get` does. */
  async history(id: string, by?: Approver): Promise<readonly ApprovalEvent[]> {
    const { run } = await this.stored(id, by === undefined ? undefined : readApprover(by));
    const events = await this.parts.store.get().events(run);
    return events.filter(({ approval }) => approval === id).map(eventRecord);
  }

  /**
   * Approves or rejects a call, or responds in place of its tool. The run resumes by itself after all approvals of its
   * batch are decided. Throws `ApprovalDecisionException` with a `problem`: the same decision may be sent again after
   * `unavailable`.
   */
  async decide(id: string, command: DecideApproval, by: Approver): Promise<Approval> {
    const decision = readDecision(id, { command, by, limits: this.parts.settings.argumentLimits });
    return whenAvailable(id, () => this.decideNow(id, decision));
  }

  /**
   * Requests an approval of a call that another system runs once, after `claim`. The same request returns the same call.
   * Throws `ExternalCallException`, and `RequestReusedException` if it named other arguments before.
   */
  request(request: ExternalCallRequest): Promise<ExternalCall> {
    return this.external.request(request);
  }

  /** Returns an external call as it is now, with its result. Throws `ExternalCallException` (`not-found`). */
  outcome(id: string, scope: ExternalCallScope = {}): Promise<ExternalCall> {
    return this.external.outcome(id, scope);
  }

  /** Claims an external call. One token receives `start`, any other `no`. Throws `ExternalCallException`. */
  claim(id: string, claim: ExternalCallClaim): Promise<ExternalCallAnswer> {
    return this.external.claim(id, claim);
  }

  /** Saves the outcome of a claimed call. Throws `ExternalCallException` if it is not claimed with this token. */
  finish(id: string, finish: ExternalCallFinish): Promise<Approval> {
    return this.external.finish(id, finish);
  }

  /** Cancels an approval, so its call does not run. A text as `options` is the reason. Throws as `decide` does. */
  async cancel(id: string, by: Approver, options?: CancelOptions | string): Promise<Approval> {
    const approver = readApprover(by);
    const how = readCancelOptions(options);
    const problem = cancelProblem(how);
    if (problem) throw new ApprovalDecisionException('bad-decision', id, undefined, `Its ${problem}.`);
    return whenAvailable(id, () => this.cancelNow(id, { ...how, by: approver }));
  }

  /**
   * Returns the people who could decide an approval, as `ApproverDirectory.eligible` lists them. Throws
   * `ApprovalDecisionException`: `not-found`, or `unavailable` if the directory does not answer.
   */
  async eligible(id: string, by: Approver): Promise<readonly EligibleApprover[]> {
    return this.parts.approvers.eligible(await this.stored(id, readApprover(by)));
  }

  /**
   * Returns whether the viewer may decide an approval now, and the people who could, by the present roles that
   * `ApproverDirectory` states; without a directory, by the viewer's roles. Throws as `eligible` does.
   */
  async eligibility(id: string, by: Approver): Promise<Eligibility> {
    const viewer = readApprover(by);
    return this.parts.approvers.eligibility(await this.stored(id, viewer), viewer);
  }

  /**
   * Returns the changes of approvals and runs that the viewer may see, from the start of the iteration on. A change
   * names a record to read again. After a `reset`, read everything again. Unread changes of one record become one, and
   * too many become a `reset`. Leaving the loop, the signal and the shutdown end it. Throws `TypeError` for a malformed
   * viewer.
   */
  changes(by: Approver, { signal }: { readonly signal?: AbortSignal } = {}): AsyncIterable<ApprovalChange> {
    return this.parts.changes.seenBy(readApprover(by), signal);
  }

  private async decideNow(id: string, decision: Decision): Promise<Approval> {
    const approval = await this.stored(id, decision.by);
    const { approvers, tools, gate, settings } = this.parts;
    const { times, argumentLimits: limits } = settings;
    const ask: AskPolicy = (call, of) => gate.create().askAgain(call, of);
    const checked = await this.present(approval, decision);
    const parts = { store: this.parts.store.get(), times, tools, ask, limits };
    await assertSameTool(approval, checked, parts);
    const edit = await checkedEdit(approval, checked, parts);
    const answered = await checkedAnswer(approval, checked, tools);
    // The strategy may take long, and the editor may lose a role meanwhile.
    const { command, by } = edit ? await this.present(approval, decision) : checked;
    return approvers.withVoters(approval, (voters) =>
      this.change(approval.run, (draft) => decideApproval(draft, id, { command, by, edit, voters, ...answered })),
    );
  }

  private async present(approval: StoredApproval, { command, by }: Decision): Promise<Decision> {
    return { command, by: await this.parts.approvers.present(approval, by) };
  }

  private async cancelNow(id: string, cancellation: Cancellation): Promise<Approval> {
    const { run } = await this.stored(id, cancellation.by);
    return this.change(run, (draft) => cancelApproval(draft, id, cancellation));
  }

  private async change(run: string, act: (draft: Draft) => StoredApproval): Promise<Approval> {
    const { times } = this.parts.settings;
    const changed = await changeRun(this.parts.store.get(), run, times, (draft) => {
      const { id } = act(draft);
      settleBatch(draft, times);
      return draft.approvals.get(id)!;
    });
    return shown(changed);
  }

  private async stored(id: string, viewer: Approver | undefined): Promise<StoredApproval> {
    const approval = await visibleRecord(this.parts.store.get().approval(id), viewer);
    if (!approval) throw new ApprovalDecisionException('not-found', id);
    return approval;
  }
}

const shown = (stored: StoredApproval): Approval => approvalRecord(markDamage(stored));
