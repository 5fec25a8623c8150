import { ShuttingDownException } from 'toolgate/chat';
import type { Message } from 'toolgate/model';
import { RunConflictException, RunNotFoundException, RunOperationException } from '../errors/approval.errors.js';
import { type ApprovalEvent, eventRecord } from '../records/approval-event.js';
import type { Approver } from '../requester/requester.js';
import { type Run, runRecord } from '../records/run.js';
import type { RunState, StoredRun } from '../records/stored-run.js';
import type { RemovedRuns, RunRetention } from '../retention/run-retention.js';
import type { LeasedRuns } from '../runs/leased-runs.js';
import { forgetRuns } from '../runs/forget-runs.js';
import { type KnownAnswerParts, knownAnswer, type KnownCall } from '../runs/known-answer.js';
import { changeRun } from '../runs/store-calls.js';
import type { Page, RunQuery } from '../store/approval-query.js';
import { isUnfinished } from '../store/is-unfinished.js';
import { assertRunQuery } from './assert-query.js';
import { readApprover, readViewer, type Viewer } from '../requester/read-approver.js';
import { assertAdministrator, assertMayCancel, assertMayResume, assertVersion } from './assert-may-operate.js';
import { type CancelOptions, cancelProblem, readCancelOptions } from './cancel-options.js';
import { isRequester } from '../requester/visibility.js';
import { transcriptOf } from '../runs/ended-run.js';
import { visibleQuery } from './visible-query.js';
import { visibleRecord } from '../runs/visible-record.js';
import { assertContent, assertWhole, readableCheckpoint } from '../transitions/assert-readable.js';
import { cancelRun } from '../transitions/cancel-run.js';
import { type Draft, setRun } from '../transitions/draft.js';
import { makeDue, retryRun } from '../transitions/park-run.js';
import { settleUnknown } from '../transitions/settle-unknown.js';
import type { ActiveStore } from '../store/active-store.js';
import type { ApprovalSettings } from '../runs/approval-settings.js';
import type { RunWorker } from '../worker/run.worker.js';
import type { RunReconciler } from '../runs/run.reconciler.js';
import type { InnerRuns } from '../runs/inner-runs.js';

interface ApprovalRunsParts extends KnownAnswerParts {
  readonly store: ActiveStore;
  readonly worker: RunWorker;
  readonly leasedRuns: LeasedRuns;
  readonly reconciler: RunReconciler;
  readonly retention: RunRetention;
  readonly inner: InnerRuns;
  readonly settings: ApprovalSettings;
}

/**
 * Lists saved turns and calls, and resumes, retries or cancels them. Their content belongs to the requester. A method
 * without a viewer (`by`) sees every tenant: call it so only for the application's own use, never to answer a request.
 */
export class ApprovalRuns {
  constructor(private readonly parts: ApprovalRunsParts) {}

  /** Lists runs of the viewer's tenant, oldest first. */
  async list(query: RunQuery = {}, by?: Viewer): Promise<Page<Run>> {
    assertRunQuery(query);
    const asked = visibleQuery(query, readViewer(by));
    if (!asked) return { items: [] };
    const page = await this.parts.store.get().runs(asked);
    return { ...page, items: page.items.map(runRecord) };
  }

  /**
   * Returns a run. Throws `RunNotFoundException` if it does not exist or the viewer may not see it, and
   * `RunUnreadableException` if its row is damaged.
   */
  async get(id: string, by?: Viewer): Promise<Run> {
    return runRecord(await this.stored(id, readViewer(by)));
  }

  /** Returns the events of a run, in order. */
  async events(id: string, by?: Viewer): Promise<readonly ApprovalEvent[]> {
    await this.stored(id, readViewer(by));
    const events = await this.parts.store.get().events(id);
    return events.map(eventRecord);
  }

  /**
   * Returns the messages of the turn of a run, for its requester alone: the conversation without system instructions,
   * the calls of the model, the results so far, and the answer of a completed run. Throws `RunNotFoundException` for
   * every other person, including approvers and viewers of every tenant.
   */
  async messages(id: string, by: Approver): Promise<readonly Message[]> {
    const viewer = readApprover(by);
    const run = await this.stored(id, viewer);
    if (!isRequester(run, viewer)) throw new RunNotFoundException(id);
    assertContent(run);
    const checkpoint = readableCheckpoint(id, await this.parts.store.get().checkpoint(id));
    const messages = transcriptOf(run, checkpoint).filter(({ role }) => role !== 'system');
    return run.status === 'completed' && checkpoint.answer ? [...messages, checkpoint.answer.message] : messages;
  }

  /**
   * Resumes a run now if possible, and waits until it has ended or waits again. `ChatClient.resume` returns its answer.
   * Throws `RunOperationException` if the person may not resume it, and `RunConflictException` if it is parked.
   */
  async resume(id: string, by?: Viewer | Approver): Promise<Run> {
    const viewer = readViewer(by);
    const run = await this.resumable(id, viewer);
    if (isUnfinished(run)) await this.parts.worker.close(run);
    return this.get(id, viewer);
  }

  /**
   * Requests that a run resumes now, and returns the run without waiting for its turn. The worker of this process makes
   * the attempt and logs its failure; without a worker, this process makes one attempt. Throws as `resume` does.
   */
  async requestResume(id: string, by?: Viewer | Approver): Promise<Run> {
    const viewer = readViewer(by);
    if (isUnfinished(await this.resumable(id, viewer))) {
      await this.change(id, makeDue);
      void this.parts.worker.request(id);
    }
    return this.get(id, viewer);
  }

  /**
   * Makes a parked run due now, with a new deadline, and returns it without waiting for its turn. Throws
   * `RunConflictException` for a run that is not parked, and `RunOperationException` if the person may not resume it.
   */
  async retry(id: string, by: Approver): Promise<Run> {
    const approver = readApprover(by);
    const { run, approvals } = await this.storedState(id, approver);
    assertMayResume(run, approvals, approver);
    await this.change(id, (draft) => retryRun(draft, approver.id));
    return this.get(id, approver);
  }

  /**
   * Cancels a run and the runs inside it: no other call starts, and no model is called again. A started call keeps its
   * run `suspended` with `canceling` until its outcome is known. A text as `options` is the reason. Throws
   * `RunConflictException` for an ended run, `RunOperationException` for a wrong version or person, or invalid options.
   */
  async cancel(id: string, by: Approver, options?: CancelOptions | string): Promise<Run> {
    const approver = readApprover(by);
    const how = readCancelOptions(options);
    const problem = cancelProblem(how);
    if (problem) throw new RunOperationException('bad-decision', id, `cannot be canceled: the ${problem}.`);
    const { reason = 'it was canceled', version } = how;
    assertMayCancel(await this.stored(id, approver), approver);
    const run = await this.change(id, (draft) => {
      assertVersion(draft.run, version);
      cancelRun(draft, reason, approver.id);
      return draft.run;
    });
    this.parts.leasedRuns.cancel(run);
    const ended = await this.parts.inner.settle(run);
    if (ended.closing !== undefined) await this.parts.worker.close(ended).catch(leaveToOthers);
    return this.get(id, approver);
  }

  /**
   * Removes the messages of an ended run and of the runs inside it now, and the arguments, answers and results of their
   * calls. The decisions and the hashes of the content remain. Throws `RunConflictException` for a run that has not
   * ended, and `RunOperationException` if the person is not an administrator.
   */
  async forget(id: string, by: Approver): Promise<Run> {
    const approver = readApprover(by);
    assertAdministrator(await this.stored(id, approver), approver, 'be forgotten');
    await forgetRuns(id, { store: this.parts.store.get(), times: this.parts.settings.times, by: approver.id });
    return this.get(id, approver);
  }

  /** Removes the content and the records that `retention` no longer stores. A worker does so every ten minutes. */
  applyRetention(): Promise<RemovedRuns> {
    return this.parts.retention.apply();
  }

  /**
   * Makes a run that was set aside due again, after its row has been repaired. Throws `RunUnreadableException` if it
   * still cannot be read, and `RunOperationException` if the viewer is not an administrator.
   */
  async restore(id: string, by?: Viewer): Promise<Run> {
    const viewer = readViewer(by);
    assertAdministrator(await this.stored(id, viewer), viewer, 'be restored');
    readableCheckpoint(id, await this.parts.store.get().checkpoint(id));
    await this.change(id, (draft) => {
      assertWhole(draft);
      setRun(draft, {});
    });
    return this.get(id, viewer);
  }

  /**
   * Reports the outcome of a call whose outcome was unknown; without an outcome, its tool is asked. `idempotencyKey`
   * identifies the call, even if the run has moved on since it was read. The run resumes by itself afterwards. Throws
   * `RunConflictException` if the call's outcome is not unknown, `RunOperationException` if the person is not an
   * administrator, and `TypeError` for an invalid outcome.
   */
  async reconcile(id: string, known?: KnownCall, by?: Approver): Promise<Run> {
    const approver = by === undefined ? undefined : readApprover(by);
    assertAdministrator(await this.stored(id, approver), approver, 'be reconciled');
    // This change also ends a lease that has expired.
    const run = await this.change(id, (draft) => draft.run);
    if (!run.slots.some(({ state }) => state === 'unknown'))
      throw new RunConflictException(id, 'has no call with an unknown outcome. Read the run again');
    if (known) await this.saveKnownOutcome(run, known, approver);
    else if (run.kind === 'external') throw new RunConflictException(id, 'is an external call. Pass its outcome');
    else await this.parts.reconciler.reconcile(run);
    return this.get(id, approver);
  }

  private async saveKnownOutcome(
    run: StoredRun,
    { index, idempotencyKey, outcome }: KnownCall,
    by?: Approver,
  ): Promise<void> {
    const slot = run.slots[index];
    const meant = idempotencyKey ?? slot?.idempotencyKey;
    // An external call has no tool here, so no converter of a tool may change its outcome.
    const tool = run.kind === 'external' ? '' : (slot?.tool ?? '');
    const found = await knownAnswer(outcome, tool, this.parts);
    await this.change(run.id, (draft) => settleUnknown(draft, { index, idempotencyKey: meant, ...found, by: by?.id }));
  }

  private change<T>(id: string, act: (draft: Draft) => T): Promise<T> {
    return changeRun(this.parts.store.get(), id, this.parts.settings.times, act);
  }

  private async resumable(id: string, viewer: Viewer | Approver | undefined): Promise<StoredRun> {
    const { run, approvals } = await this.storedState(id, viewer);
    if (viewer) assertMayResume(run, approvals, viewer);
    if (run.parked) throw new RunConflictException(id, 'is parked. Call runs.retry() or runs.cancel()');
    return run;
  }

  private async stored(id: string, viewer: Viewer | undefined): Promise<StoredRun> {
    return (await this.storedState(id, viewer)).run;
  }

  private async storedState(id: string, viewer: Viewer | undefined): Promise<RunState> {
    const found = await visibleRecord(this.stateOf(id), viewer);
    if (!found) throw new RunNotFoundException(id);
    return found;
  }

  private async stateOf(id: string): Promise<(RunState & { readonly tenant: string }) | undefined> {
    const state = await this.parts.store.get().state(id);
    return state && { ...state, tenant: state.run.tenant };
  }
}

// This process shuts down. The run remains due, so another process closes it.
const leaveToOthers = (error: unknown): void => {
  if (!(error instanceof ShuttingDownException)) throw error;
};
