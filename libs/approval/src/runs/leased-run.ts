import { describeError, idsForLog, type TurnAbort } from '#core';
import {
  type ClaimedRun,
  type SavedRequest,
  type LoopState,
  RunEndedException,
  type SuspendedTurn,
  type TurnEnd,
} from 'toolgate/chat';
import { type ChatResponse, LineLogger, type Message } from 'toolgate/model';
import type { BatchJournal } from 'toolgate/tool';
import { RunLostException } from '../errors/approval.errors.js';
import type { StoredApproval } from '../records/stored-approval.js';
import type { StoredRun, RunCheckpoint } from '../records/stored-run.js';
import type { ApprovalStore } from '../store/approval.store.js';
import { closeRun, completeRun, failAttempt, saveAnswer, releaseRun } from '../transitions/finish-run.js';
import { type Fence, renewLease } from '../transitions/lease.js';
import type { OpenedTurn, WaitingBatch } from '../transitions/open-run.js';
import { isEnd, isLastAttempt } from './attempt-errors.js';
import { innerStates } from './inner-states.js';
import { GroupedWrites, type WriteRun } from './grouped-writes.js';
import { StoredBatchJournal } from './stored-batch-journal.js';
import { RenewedLease } from './renewed-lease.js';
import { SavedCheckpoint } from './saved-checkpoint.js';
import { suspendedTurn } from './pending-approval.js';
import { type ApprovalTimes, backOffMs } from './run-times.js';
import { changeRun, withRetries } from './store-calls.js';
import { suspensionOf } from './suspension-of.js';

interface LeasedRunParts {
  readonly store: ApprovalStore;
  readonly times: ApprovalTimes;
  readonly run: StoredRun;
  readonly approvals: readonly StoredApproval[];
  readonly checkpoint: RunCheckpoint;
  readonly worker: string;
  /** When the claim was sent to the store, by `performance.now()`. The lease begins no earlier. */
  readonly claimedAt: number;
  readonly transient?: Readonly<Record<string, unknown>>;
  /** Called when this process no longer leases the run. */
  readonly onEnd: () => void;
}

const logger = new LineLogger('Toolgate');

/**
 * A run that this process has leased. Every write is checked against its fence, and each effect is saved before and
 * after it happens.
 */
export class LeasedRun implements ClaimedRun {
  readonly type = 'claimed';
  readonly id: string;
  readonly tenant: string;
  readonly requester: string;
  readonly attempt: number;
  readonly depth: number;
  readonly request: SavedRequest;
  readonly loop: LoopState;
  readonly transient?: Readonly<Record<string, unknown>>;
  readonly answer?: ChatResponse;
  readonly closing?: string;
  private readonly fence: Fence;
  private readonly lease: RenewedLease;
  private readonly calls: GroupedWrites;
  private readonly saved: SavedCheckpoint;
  /** The checkpoint of the current batch. For a new batch, its first start writes it. */
  private checkpoint: RunCheckpoint;
  /** The answer that is saved. */
  private savedAnswer?: ChatResponse;
  private isAtSavedBatch: boolean;
  private isReleased = false;
  private isHopeless = false;

  private readonly write: WriteRun = async (act) => {
    const { store, times } = this.parts;
    try {
      return await changeRun(store, this.id, times, act);
    } catch (error) {
      this.lease.end(error);
      throw error;
    }
  };

  constructor(private readonly parts: LeasedRunParts) {
    const { run, checkpoint, transient, worker, claimedAt, times } = parts;
    const { leaseMs } = times;
    this.id = run.id;
    this.tenant = run.tenant;
    this.requester = run.requester.id;
    this.attempt = run.fence;
    this.depth = run.parent?.depth ?? 0;
    this.request = checkpoint.request;
    this.loop = checkpoint.loop;
    this.transient = transient;
    this.answer = checkpoint.answer;
    this.closing = run.closing;
    this.fence = { worker, fence: run.fence };
    this.checkpoint = checkpoint;
    this.saved = new SavedCheckpoint(checkpoint);
    this.savedAnswer = checkpoint.answer;
    // After the answer of a loop, the saved batch is done: the next batch belongs to a further loop.
    this.isAtSavedBatch = checkpoint.answer === undefined;
    this.calls = new GroupedWrites(this.write);
    const renew = () => this.write((draft) => renewLease(draft, this.fence, leaseMs));
    this.lease = new RenewedLease({ run, leaseMs, claimedAt, renew });
  }

  get signal(): AbortSignal {
    return this.ended.signal;
  }

  /** Aborts if this process loses the run, and if the run is canceled. */
  get ended(): TurnAbort {
    return this.lease.ended;
  }

  /** Throws in a body that must not begin because this process may have lost the run. */
  get assertLeased(): () => void {
    return this.lease.assertLeased;
  }

  batch(loop: LoopState): BatchJournal {
    const slots = this.isAtSavedBatch ? this.parts.run.slots : undefined;
    this.isAtSavedBatch = false;
    // A copy, because the turn continues to add to its list.
    this.checkpoint = {
      schema: 1,
      request: this.request,
      loop: { ...loop, exchanges: [...loop.exchanges] },
    };
    const { fence, lease, calls, write } = this;
    const { approvals, times } = this.parts;
    const batch = {
      run: this.id,
      approvals,
      times,
      fence,
      lease,
      saved: this.saved,
      write,
      calls,
      onBegin: () => (this.savedAnswer = undefined),
      onHopeless: () => (this.isHopeless = true),
    };
    return new StoredBatchJournal(batch, this.checkpoint, slots);
  }

  async suspend(suspension: WaitingBatch): Promise<SuspendedTurn> {
    const { parts, fence, saved } = this;
    const suspend = await suspensionOf(suspension, { ...parts, fence, saved });
    const state = await this.write(suspend).catch((error: unknown) => this.readSuspended(suspension, error));
    this.leave();
    return suspendedTurn(state, state.inner);
  }

  async saveAnswer(response: ChatResponse, exchanges: readonly Message[]): Promise<void> {
    const { loop } = this.checkpoint;
    this.checkpoint = { ...this.checkpoint, loop: { ...loop, exchanges: [...exchanges] } };
    const change = this.saved.changeTo(this.checkpoint);
    await withRetries(() => this.write((draft) => saveAnswer(draft, this.fence, change, response)));
    this.savedAnswer = response;
  }

  async end(end: TurnEnd, endings: () => Promise<unknown>): Promise<void> {
    try {
      if (end.type === 'completed') await this.complete(end.response.chatResponse, endings);
      else await this.fail(end.cause, endings).catch((error: unknown) => this.logError(error));
    } finally {
      this.leave();
    }
  }

  /** Ends the turn in this process, so that another process can resume the run. */
  release(): void {
    this.isReleased = true;
    this.lease.release();
  }

  /** Ends the turn in this process, because its run was canceled. */
  cancel(reason: RunEndedException): void {
    this.lease.end(reason);
  }

  private async complete(response: ChatResponse, endings: () => Promise<unknown>): Promise<void> {
    try {
      await endings();
    } catch (cause) {
      // The answer is saved, so the next attempt repeats only the endings, without a call of the model.
      await this.fail(cause, async () => {}).catch((error: unknown) => this.logError(error));
      throw cause;
    }
    const isSaved = response === this.savedAnswer;
    const checkpoint = isSaved ? undefined : this.saved.changeTo({ ...this.checkpoint, answer: response });
    await withRetries(() => this.write((draft) => completeRun(draft, this.fence, checkpoint)));
  }

  private async fail(cause: unknown, endings: () => Promise<unknown>): Promise<void> {
    if (this.isReleased) return withRetries(() => this.write((draft) => releaseRun(draft, this.fence)));
    if (this.ended.aborted) return;
    // The result of a call outside of a turn has ended its run.
    if (this.isHopeless && this.parts.run.kind === 'call') return;
    // A chain that closes a run ends with `RunEndedException`. Any other error may have occurred before the chain
    // reached its memory, so the attempt is repeated.
    const isClosing = this.closing !== undefined && isEnd(cause);
    if (!isClosing && (await this.schedulesRetry(cause))) return;
    try {
      await endings();
    } catch (error) {
      if (await this.schedulesRetry(error)) return;
      this.logError(error);
    }
    await withRetries(() => this.write((draft) => closeRun(draft, this.fence)));
  }

  private logError(error: unknown): void {
    if (error instanceof RunLostException || error instanceof RunEndedException) return;
    const { id: run, conversation } = this.parts.run;
    logger.error(
      `An error occurred while a run was ended: ${describeError(error)} ${idsForLog({ runId: run, conversation })}`,
    );
  }

  private async schedulesRetry(cause: unknown): Promise<boolean> {
    const { times, run } = this.parts;
    const attempt = {
      error: describeError(cause),
      deadlineMs: times.deadlineMs,
      onDeadline: times.onDeadline,
      ...(!this.isHopeless && !isLastAttempt(cause) && { retryInMs: backOffMs(run.failures) }),
    };
    return (await withRetries(() => this.write((draft) => failAttempt(draft, this.fence, attempt)))) === 'again';
  }

  // The write may have succeeded although the store's reply was lost.
  private async readSuspended({ loop }: WaitingBatch, error: unknown): Promise<OpenedTurn> {
    const state = await this.parts.store.state(this.id).catch(() => undefined);
    const isWritten = state?.run.fence === this.fence.fence && state.run.status === 'suspended';
    if (isWritten && !state.run.canceling && state.run.round === loop.round)
      return { ...state, inner: await innerStates(this.parts.store, state) };
    throw error;
  }

  /** Ends the lease in this process, after the run has ended or waits again. */
  leave(): void {
    this.lease.stop();
    this.parts.onEnd();
  }
}
