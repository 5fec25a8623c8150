import {
  type ClaimedRun,
  type SavedRequest,
  type LoopState,
  RunEndedException,
  type SuspendedTurn,
  type Suspension,
  type TurnEnd,
} from 'toolgate/chat';
import { type ChatResponse, LineLogger, type Message } from 'toolgate/model';
import { type BatchCheckpoints, describeError, idsForLog } from 'toolgate/tool';
import { RunLostException } from '../approval.errors.js';
import type { StoredRun, RunCheckpoint, RunState } from '../records/stored-run.js';
import type { ApprovalStore } from '../store/approval.store.js';
import { closeRun, completeRun, failAttempt, keepAnswer, releaseRun } from '../transitions/finish-run.js';
import { type Fence, renewLease } from '../transitions/lease.js';
import { suspendAgain } from '../transitions/open-run.js';
import { isEnd, isLastAttempt } from './attempt-errors.js';
import { GroupedWrites, type WriteRun } from './grouped-writes.js';
import { HeldBatch } from './held-batch.js';
import { HeldLease } from './held-lease.js';
import { KeptCheckpoint } from './kept-checkpoint.js';
import { suspendedTurn } from './pending-approval.js';
import { type ApprovalTimes, backOffMs } from './run-times.js';
import { changeRun, insist } from './store-calls.js';

/** The dependencies of a leased run. */
export interface HeldRunParts {
  readonly store: ApprovalStore;
  readonly times: ApprovalTimes;
  readonly run: StoredRun;
  readonly checkpoint: RunCheckpoint;
  readonly worker: string;
  /** When the claim was sent to the store, by `performance.now()`. The lease begins no earlier. */
  readonly claimedAt: number;
  readonly transient?: Readonly<Record<string, unknown>>;
  /** Called when this process no longer leases the run. */
  readonly onEnd: () => void;
  /** Called when the run may be due although this process no longer leases it. */
  readonly wake: () => void;
}

const logger = new LineLogger('Toolgate');

/**
 * A run that this process has claimed. Every write is checked against its fence, and each effect is saved before and
 * after it happens.
 */
export class HeldRun implements ClaimedRun {
  readonly type = 'claimed';
  readonly id: string;
  readonly tenant: string;
  readonly request: SavedRequest;
  readonly loop: LoopState;
  readonly transient?: Readonly<Record<string, unknown>>;
  readonly answer?: ChatResponse;
  readonly closing?: string;
  private readonly fence: Fence;
  private readonly lease: HeldLease;
  private readonly calls: GroupedWrites;
  private readonly kept: KeptCheckpoint;
  /** The checkpoint of the current batch. For a new batch, its first start writes it. */
  private checkpoint: RunCheckpoint;
  /** The answer that is saved. */
  private keptAnswer?: ChatResponse;
  private isAtKept = true;
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

  constructor(private readonly parts: HeldRunParts) {
    const { run, checkpoint, transient, worker, claimedAt, times } = parts;
    const { leaseMs } = times;
    this.id = run.id;
    this.tenant = run.tenant;
    this.request = checkpoint.request;
    this.loop = checkpoint.loop;
    this.transient = transient;
    this.answer = checkpoint.answer;
    this.closing = run.closing;
    this.fence = { worker, fence: run.fence };
    this.checkpoint = checkpoint;
    this.kept = new KeptCheckpoint(checkpoint);
    this.keptAnswer = checkpoint.answer;
    this.calls = new GroupedWrites(this.write);
    const renew = () => this.write((draft) => renewLease(draft, this.fence, leaseMs));
    this.lease = new HeldLease({ run, leaseMs, claimedAt, renew });
  }

  get signal(): AbortSignal {
    return this.lease.signal;
  }

  batch(loop: LoopState): BatchCheckpoints {
    const kept = this.isAtKept ? this.parts.run.slots : undefined;
    this.isAtKept = false;
    // A copy, because the turn continues to add to its list.
    this.checkpoint = {
      schema: 1,
      request: this.request,
      loop: { ...loop, exchanges: [...loop.exchanges] },
    };
    const { parts, fence, lease, calls, write } = this;
    const batch = {
      run: this.id,
      fence,
      lease,
      kept: this.kept,
      write,
      calls,
      onBegin: () => (this.keptAnswer = undefined),
      onHopeless: () => (this.isHopeless = true),
      wake: parts.wake,
    };
    return new HeldBatch(batch, this.checkpoint, kept);
  }

  async suspend(suspension: Suspension): Promise<SuspendedTurn> {
    const { expiresInMs } = this.parts.times;
    const { request, loop } = suspension;
    const checkpoint = this.kept.changeTo({ schema: 1, request, loop });
    const wait = { suspension, expiresInMs, checkpoint };
    const state = await this.write((draft) => suspendAgain(draft, this.fence, wait)).catch((error: unknown) =>
      this.suspendedAnyway(suspension, error),
    );
    this.letGo();
    return suspendedTurn(state);
  }

  async answered(response: ChatResponse, exchanges: readonly Message[]): Promise<void> {
    const { loop } = this.checkpoint;
    this.checkpoint = { ...this.checkpoint, loop: { ...loop, exchanges: [...exchanges] } };
    const change = this.kept.changeTo(this.checkpoint);
    await insist(() => this.write((draft) => keepAnswer(draft, this.fence, change, response)));
    this.keptAnswer = response;
  }

  async end(end: TurnEnd, endings: () => Promise<unknown>): Promise<void> {
    try {
      if (end.type === 'completed') await this.complete(end.response.chatResponse, endings);
      else await this.fail(end.cause, endings).catch((error: unknown) => this.complain(error));
    } finally {
      this.letGo();
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
      // The answer is saved: the next attempt repeats what failed, without calling the model.
      await this.fail(cause, async () => {}).catch((error: unknown) => this.complain(error));
      throw cause;
    }
    const isKept = response === this.keptAnswer;
    const checkpoint = isKept ? undefined : this.kept.changeTo({ ...this.checkpoint, answer: response });
    await insist(() => this.write((draft) => completeRun(draft, this.fence, checkpoint)));
  }

  private async fail(cause: unknown, endings: () => Promise<unknown>): Promise<void> {
    if (this.isReleased) return insist(() => this.write((draft) => releaseRun(draft, this.fence)));
    if (this.signal.aborted) return;
    // A chain that closes a run ends with `RunEndedException`. Any other error may have come before its memory was
    // reached.
    const isClosing = this.closing !== undefined && isEnd(cause);
    if (!isClosing && (await this.willBeTriedAgain(cause))) return;
    try {
      await endings();
    } catch (error) {
      if (await this.willBeTriedAgain(error)) return;
      this.complain(error);
    }
    await insist(() => this.write((draft) => closeRun(draft, this.fence)));
  }

  private complain(error: unknown): void {
    if (error instanceof RunLostException || error instanceof RunEndedException) return;
    const { id: run, conversation } = this.parts.run;
    logger.error(
      `An error occurred while a run was ended: ${describeError(error)} ${idsForLog({ runId: run, conversation })}`,
    );
  }

  private async willBeTriedAgain(cause: unknown): Promise<boolean> {
    const { times, run } = this.parts;
    const attempt = {
      error: describeError(cause),
      deadlineMs: times.deadlineMs,
      ...(!this.isHopeless && !isLastAttempt(cause) && { retryInMs: backOffMs(run.failures) }),
    };
    return (await insist(() => this.write((draft) => failAttempt(draft, this.fence, attempt)))) === 'again';
  }

  // The write may have succeeded although the store's reply was lost.
  private async suspendedAnyway({ loop }: Suspension, error: unknown): Promise<RunState> {
    const state = await this.parts.store.state(this.id).catch(() => undefined);
    const isWritten = state?.run.fence === this.fence.fence && state.run.status === 'suspended';
    if (isWritten && !state.run.canceling && state.run.round === loop.round) return state;
    throw error;
  }

  private letGo(): void {
    this.lease.letGo();
    this.parts.onEnd();
  }
}
