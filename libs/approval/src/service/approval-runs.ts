import type { Message } from 'toolgate/model';
import type { KnownOutcome } from 'toolgate/tool';
import { RunConflictException, RunNotFoundException, SuspensionException } from '../approval.errors.js';
import { type ApprovalEvent, eventRecord } from '../records/approval-event.js';
import type { Approver } from '../records/requester.js';
import { type Run, runRecord } from '../records/run.js';
import type { StoredRun } from '../records/stored-run.js';
import type { HeldRuns } from '../runs/held-runs.js';
import { type KnownAnswerParts, knownAnswer } from '../runs/known-answer.js';
import type { ApprovalTimes } from '../runs/run-times.js';
import { changeRun } from '../runs/store-calls.js';
import type { ApprovalStore, Page, RunQuery } from '../store/approval.store.js';
import { assertRunQuery } from './assert-query.js';
import { readApprover, readViewer, type Viewer } from './read-approver.js';
import { reasonProblem } from './reason-problem.js';
import { tenantSeenBy } from '../records/tenant-seen-by.js';
import { transcriptOf } from '../runs/transcript-of.js';
import { visibleQuery } from './visible-query.js';
import { visibleRecord } from './visible-record.js';
import { assertWhole, readableCheckpoint } from '../transitions/assert-readable.js';
import { cancelRun } from '../transitions/cancel-run.js';
import { setRun } from '../transitions/draft.js';
import { settleUnknown } from '../transitions/settle-unknown.js';

/** Which call somebody knows of, and what became of it. */
export interface KnownCall {
  readonly index: number;
  readonly idempotencyKey?: string;
  readonly outcome: KnownOutcome;
}

/** What runs are looked after with. */
export interface ApprovalRunsParts extends KnownAnswerParts {
  readonly store: () => ApprovalStore | undefined;
  readonly times: ApprovalTimes;
  readonly wake: () => void;
  readonly goOn: (run: StoredRun) => Promise<void>;
  readonly held: HeldRuns;
  readonly reconcile: (run: StoredRun) => Promise<void>;
}

/**
 * The turns that were suspended, and what became of them; what was said in them belongs to whoever asked. Without a
 * viewer, `by`, a method sees every tenant: that is for the application's own use, not for an answer to anybody.
 */
export class ApprovalRuns {
  constructor(private readonly parts: ApprovalRunsParts) {}

  /** Oldest first, of the viewer's tenant. */
  async list(query: RunQuery = {}, by?: Viewer): Promise<Page<Run>> {
    assertRunQuery(query);
    const asked = visibleQuery(query, readViewer(by));
    if (!asked) return { items: [] };
    const page = await this.store().runs(asked);
    return { ...page, items: page.items.map(runRecord) };
  }

  /**
   * Throws `RunNotFoundException` for one that is not there, or not for the viewer to see, and `RunUnreadableException`
   * if its row is damaged.
   */
  async get(id: string, by?: Viewer): Promise<Run> {
    return runRecord(await this.stored(id, readViewer(by)));
  }

  /** What happened to a run, in order. */
  async events(id: string, by?: Viewer): Promise<readonly ApprovalEvent[]> {
    await this.stored(id, readViewer(by));
    const events = await this.store().events(id);
    return events.map(eventRecord);
  }

  /**
   * Returns what was said in the turn of a run, for its requester alone: the messages of the conversation without
   * instructions of the system, the calls of the model, the results so far, and the answer of a completed run. Throws
   * `RunNotFoundException` for anybody else, an approver or a viewer of every tenant too.
   */
  async messages(id: string, by: Approver): Promise<readonly Message[]> {
    const viewer = readApprover(by);
    const run = await this.stored(id, viewer);
    if (run.requester.id !== viewer.id || tenantSeenBy(viewer) !== run.tenant) throw new RunNotFoundException(id);
    const checkpoint = readableCheckpoint(id, await this.store().checkpoint(id));
    const said = transcriptOf(run, checkpoint).filter(({ role }) => role !== 'system');
    return run.status === 'completed' && checkpoint.answer ? [...said, checkpoint.answer.message] : said;
  }

  /** Goes on with a run now, where it can, and waits until it has ended or waits again. Its answer is for `ChatClient.resume`. */
  async resume(id: string, by?: Viewer): Promise<Run> {
    const viewer = readViewer(by);
    const run = await this.stored(id, viewer);
    const isOpen = run.status === 'suspended' || run.status === 'resuming';
    if (isOpen || run.closing !== undefined) await this.parts.goOn(run);
    return this.get(id, viewer);
  }

  /**
   * Cancels a run, also one that is being resumed: no call of it starts and no model is asked any more. A call that was
   * started has an unknown outcome unless it ends, and keeps the run `suspended` with `canceling` until that is known.
   * Throws `RunConflictException` for a run that has ended.
   */
  async cancel(id: string, by: Approver, reason = 'it was cancelled'): Promise<Run> {
    const approver = readApprover(by);
    const problem = reasonProblem(reason);
    if (problem) throw new RunConflictException(id, `cannot be canceled: the ${problem}`);
    await this.get(id, approver);
    const run = await changeRun(this.store(), id, this.parts.times, (draft) => {
      cancelRun(draft, reason, approver.id);
      return draft.run;
    });
    this.parts.held.cancel(run);
    if (run.closing !== undefined) await this.parts.goOn(run);
    else this.parts.wake();
    return this.get(id, approver);
  }

  /**
   * Brings back a run that was set aside, once its row has been repaired: it is due again. Throws
   * `RunUnreadableException` if it still cannot be read.
   */
  async restore(id: string, by?: Viewer): Promise<Run> {
    const viewer = readViewer(by);
    await this.get(id, viewer);
    readableCheckpoint(id, await this.store().checkpoint(id));
    await changeRun(this.store(), id, this.parts.times, (draft) => {
      assertWhole(draft);
      setRun(draft, {});
    });
    this.parts.wake();
    return this.get(id, viewer);
  }

  /**
   * Says what became of a call of which nobody knew; without an outcome its tool is asked. Its `idempotencyKey` says
   * which one is meant, whatever became of the run since it was read. The run goes on by itself behind it. Throws
   * `RunConflictException` where the call is not unknown, and `TypeError` for what is no outcome.
   */
  async reconcile(id: string, known?: KnownCall, by?: Approver): Promise<Run> {
    const approver = by === undefined ? undefined : readApprover(by);
    await this.get(id, approver);
    // Its lease may be over, and nobody has looked since.
    const run = await changeRun(this.store(), id, this.parts.times, (draft) => draft.run);
    if (!run.slots.some(({ state }) => state === 'unknown'))
      throw new RunConflictException(id, 'has nothing to settle');
    if (known) await this.settle(run, known, approver);
    else await this.parts.reconcile(run);
    this.parts.wake();
    return this.get(id, approver);
  }

  private async settle(run: StoredRun, { index, idempotencyKey, outcome }: KnownCall, by?: Approver): Promise<void> {
    const slot = run.slots[index];
    const meant = idempotencyKey ?? slot?.idempotencyKey;
    const found = await knownAnswer(outcome, slot?.tool ?? '', this.parts);
    await changeRun(this.store(), run.id, this.parts.times, (draft) =>
      settleUnknown(draft, { index, idempotencyKey: meant, ...found, by: by?.id }),
    );
  }

  private async stored(id: string, viewer: Viewer | undefined): Promise<StoredRun> {
    const run = await visibleRecord(this.runOf(id), viewer);
    if (!run) throw new RunNotFoundException(id);
    return run;
  }

  private async runOf(id: string): Promise<StoredRun | undefined> {
    return (await this.store().state(id))?.run;
  }

  private store(): ApprovalStore {
    const store = this.parts.store();
    if (store) return store;
    throw new SuspensionException('There are no runs here: provide an ApprovalStore.');
  }
}
