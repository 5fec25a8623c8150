import { toJson } from 'toolgate/model';
import type { ArgumentLimits, ToolCallbackResolver } from 'toolgate/tool';
import { ApprovalDecisionException, SuspensionException } from '../approval.errors.js';
import { type Approval, approvalRecord } from '../records/approval.js';
import { markDamage } from '../records/mark-damage.js';
import type { StoredApproval } from '../records/stored-approval.js';
import type { Approver } from '../records/requester.js';
import type { ApprovalTimes } from '../runs/run-times.js';
import { changeRun } from '../runs/store-calls.js';
import type { ApprovalQuery, ApprovalStore, Page } from '../store/approval.store.js';
import { cancelApproval } from '../transitions/cancel-approval.js';
import { type DecideApproval, decideApproval, type Decision, meetDecision } from '../transitions/decide-approval.js';
import type { Draft } from '../transitions/draft.js';
import type { CheckedEdit } from '../transitions/edit-approval.js';
import { settleBatch } from '../transitions/pass-time.js';
import type { ApprovalRuns } from './approval-runs.js';
import { assertApprovalQuery } from './assert-query.js';
import { checkedAnswer } from './checked-answer.js';
import { assertDecision } from './assert-decision.js';
import { type AskPolicy, checkEdit } from './check-edit.js';
import { readApprover, readViewer, type Viewer } from './read-approver.js';
import { reasonProblem } from './reason-problem.js';
import { visibleQuery } from './visible-query.js';
import { visibleRecord } from './visible-record.js';
import { whenAvailable } from './when-available.js';

/** What decisions are taken with. */
export interface ApprovalServiceParts {
  readonly store: () => ApprovalStore | undefined;
  readonly times: ApprovalTimes;
  readonly tools: ToolCallbackResolver;
  readonly ask: AskPolicy;
  /** How large changed arguments and responses may be. */
  readonly limits?: ArgumentLimits;
  readonly wake: () => void;
  readonly runs: ApprovalRuns;
}

/**
 * Lists what waits for a person, and takes decisions. Who may decide is the application's to say: `by` is what it knows of
 * the person, and nothing that a client sent.
 */
export class ApprovalService {
  /** The turns that wait, and what became of them. */
  readonly runs: ApprovalRuns;

  constructor(private readonly parts: ApprovalServiceParts) {
    this.runs = parts.runs;
  }

  /**
   * Oldest first. Without a viewer of every tenant, which is for the application's own use and not for an answer to
   * anybody. Throws `TypeError` for a malformed query or viewer.
   */
  async list(query: ApprovalQuery = {}, by?: Viewer): Promise<Page<Approval>> {
    assertApprovalQuery(query);
    const asked = visibleQuery(query, readViewer(by));
    if (!asked) return { items: [] };
    const page = await this.store().approvals(asked);
    return { ...page, items: page.items.map(shown) };
  }

  /**
   * Throws `ApprovalDecisionException` (`not-found`) for one that is not there, or not for the viewer to see, and
   * `RunUnreadableException` if its row is damaged. Without a viewer it is for the application's own use.
   */
  async get(id: string, by?: Approver): Promise<Approval> {
    return shown(await this.stored(id, by === undefined ? undefined : readApprover(by)));
  }

  /**
   * Approves, rejects or answers in the tool's place; the run goes on by itself once all of its questions are answered.
   * Throws `ApprovalDecisionException`, whose `problem` says why the decision does not count; it is `unavailable` if the
   * store did not answer in time, and the same decision may be sent again.
   */
  async decide(id: string, command: DecideApproval, by: Approver): Promise<Approval> {
    assertDecision(id, { command, by, limits: this.parts.limits });
    // Copies, because they must not change while the strategy is asked.
    const decision: Decision = { command: toJson(command) as unknown as DecideApproval, by: readApprover(by) };
    return whenAvailable(id, () => this.decideNow(id, decision));
  }

  /** Takes a question back: its call will not run, and the model is told so. */
  async cancel(id: string, by: Approver, reason?: string): Promise<Approval> {
    const approver = readApprover(by);
    const problem = reasonProblem(reason);
    if (problem) throw new ApprovalDecisionException('bad-decision', id, undefined, `Its ${problem}.`);
    return whenAvailable(id, () => this.cancelNow(id, approver, reason));
  }

  private async decideNow(id: string, decision: Decision): Promise<Approval> {
    const approval = await this.stored(id, decision.by);
    const { run } = approval;
    const edit = await this.checkedEdit(run, id, decision);
    const response = await checkedAnswer(approval, decision, this.parts.tools);
    const decided = await this.change(run, (draft) => decideApproval(draft, id, { ...decision, edit, response }));
    this.parts.wake();
    return decided;
  }

  private async cancelNow(id: string, by: Approver, reason?: string): Promise<Approval> {
    const { run } = await this.stored(id, by);
    const cancelled = await this.change(run, (draft) => cancelApproval(draft, id, by, reason));
    this.parts.wake();
    return cancelled;
  }

  // The strategy is asked only about an edit that would count now.
  private async checkedEdit(run: string, id: string, decision: Decision): Promise<CheckedEdit | undefined> {
    const { editedArguments: input } = decision.command;
    if (!input) return undefined;
    const { tools, ask, times, limits } = this.parts;
    const { type, approval } = await changeRun(this.store(), run, times, (draft) => meetDecision(draft, id, decision));
    if (type !== 'open') return undefined;
    const tool = tools.resolve(approval.tool);
    const checkpoint = await this.store().checkpoint(run);
    if (!tool || !checkpoint) {
      throw new ApprovalDecisionException('bad-edit', id, approval, `There is no tool "${approval.tool}" here.`);
    }
    // The turn has moved on meanwhile, and the call of this place is another one.
    if (checkpoint.loop.round !== approval.round) throw new ApprovalDecisionException('conflict', id, approval);
    return checkEdit({ approval, checkpoint, tool, input, expiresInMs: times.expiresInMs, limits }, ask);
  }

  private async change(run: string, act: (draft: Draft) => StoredApproval): Promise<Approval> {
    const { times } = this.parts;
    const changed = await changeRun(this.store(), run, times, (draft) => {
      const { id } = act(draft);
      settleBatch(draft, times);
      return draft.approvals.get(id)!;
    });
    return shown(changed);
  }

  private async stored(id: string, viewer: Approver | undefined): Promise<StoredApproval> {
    const approval = await visibleRecord(this.store().approval(id), viewer);
    if (!approval) throw new ApprovalDecisionException('not-found', id);
    return approval;
  }

  private store(): ApprovalStore {
    const store = this.parts.store();
    if (store) return store;
    throw new SuspensionException('There are no approvals here: provide an ApprovalStore.');
  }
}

const shown = (stored: StoredApproval): Approval => approvalRecord(markDamage(stored));
