import type { TurnAbort } from '#core';
import { drain, type Message } from 'toolgate/model';
import type { AdvisedStream } from '../contract/advisor.js';
import type { ChatClientRequest } from '../contract/chat-client-request.js';
import type { ChatClientResponse } from '../contract/chat-client-response.js';
import type { ChatTurn } from '../contract/chat-turn.js';
import { type OnError, type OnStep, pullFrom, type Step } from '../stream/pull-from.js';
import { runSteps } from '../stream/run-steps.js';
import { responseOf, type Steps, wait } from '../stream/steps.js';
import { endTurn } from './turn-end.js';
import { turnFailure } from './turn-failure.js';
import type { TurnListener } from './turn-listener.js';

/** A turn with a reader: it is read step by step, read to its end, or left. */
export type ReadableTurn = Pick<RunningTurn, 'next' | 'drain' | 'leave' | 'failure'>;

const NO_ANSWER = { done: true, value: undefined } as unknown as Step;

const ignore = (): void => {};

/** A turn with one reader. Nothing is sent before the first step. */
export class RunningTurn {
  private ended = false;
  private quietly = false;
  private resolvePending: OnStep = ignore;
  private rejectPending: OnError = ignore;
  private onStep: OnStep | undefined = undefined;
  private onError: OnError | undefined = undefined;
  private pending: Promise<Step> | undefined;
  private readonly messages: readonly Message[];
  private readonly turn: ChatTurn;

  constructor(
    request: ChatClientRequest,
    private readonly stream: AdvisedStream,
    private readonly listener?: TurnListener,
  ) {
    this.messages = request.messages;
    this.turn = request.turn;
    const { abort } = this.turn;
    if (abort) this.abandonOn(abort);
  }

  /**
   * Returns the next step. Rejects when the turn is aborted, even if an advisor ignores the signal. With `quietly`, a
   * suspended turn ends without an answer instead of rejecting.
   */
  next(quietly = false): Promise<Step> {
    // One step after the other: the inner streams have no queue of their own.
    if (this.pending) return this.afterPending(this.pending, quietly);
    this.quietly = quietly;
    const pending = new Promise<Step>((resolve, reject) => {
      this.resolvePending = resolve;
      this.rejectPending = reject;
    });
    // Set before the stream is pulled, because a step may arrive synchronously.
    this.pending = pending;
    // Bound, because V8 puts a function that is written where a property is set into the old space, together with the
    // turn.
    const onStep = (this.onStep ??= this.take.bind(this));
    const onError = (this.onError ??= this.takeError.bind(this));
    if (this.turn.abort?.aborted) this.abandon();
    try {
      pullFrom(this.stream, onStep, onError);
    } catch (error) {
      onError(error);
    }
    return pending;
  }

  private abandonOn(abort: TurnAbort): void {
    if (abort.aborted) this.abandon();
    else abort.listeners.add(() => this.abandon());
  }

  private async afterPending(pending: Promise<Step>, quietly: boolean): Promise<Step> {
    await pending.catch(ignore);
    return this.next(quietly);
  }

  private take(step: Step): void {
    const { resolvePending, rejectPending } = this;
    const { abort, durable, endings } = this.turn;
    if (step.done && durable?.suspended) return this.takeError(durable.suspended);
    if (step.done && (endings || durable) && !abort?.aborted) {
      return void this.complete(step)
        .finally(() => this.clearPending())
        .then(resolvePending, rejectPending);
    }
    this.clearPending();
    if (abort?.aborted) return rejectPending(this.fail(abort.reason));
    if (step.done) this.end(step.value);
    return resolvePending(step);
  }

  private takeError(error: unknown): void {
    const { resolvePending, rejectPending, quietly } = this;
    void this.failAfterEndings(error)
      .finally(() => this.clearPending())
      .then((failure) =>
        quietly && this.turn.durable?.suspended ? resolvePending(NO_ANSWER) : rejectPending(failure),
      );
  }

  // Longer references would chain turn to turn for the garbage collector. A closure per turn, in place of these fields,
  // took half as much time again.
  private clearPending(): void {
    this.resolvePending = ignore;
    this.rejectPending = ignore;
    this.pending = undefined;
  }

  /** Reads the turn to its end. */
  drain(): Promise<ChatClientResponse> {
    return this.turn.abort ? drain({ next: () => this.next() }) : runSteps(this.steps());
  }

  private *steps(): Steps {
    try {
      const response = yield* responseOf(this.stream);
      // An advisor may have turned the suspension into an answer.
      const { durable } = this.turn;
      if (durable?.suspended) throw durable.suspended;
      const ending = endTurn(this.turn, { type: 'completed', response });
      if (ending) yield ending;
      return response;
    } catch (error) {
      throw yield* wait(this.failAfterEndings(error));
    }
  }

  /** Ends the turn if it is still running: aborts first, because leaving a generator waits for its current step. */
  leave(): void {
    if (this.ended) return;
    // A run also belongs to other readers.
    if (this.turn.durable?.resumed) return void drain({ next: () => this.next() }).catch(ignore);
    this.turn.abort?.abort(new DOMException('The reader left the turn.', 'AbortError'));
    this.stream.return(undefined as never).catch(ignore);
  }

  // A stream that unwinds by itself may do so first: it brings the results of the tools that have settled. A stream
  // that waits for a reader is closed, because no reader may return.
  private abandon(): void {
    setImmediate(() => {
      endTurn(this.turn, { type: 'failed', cause: this.turn.abort?.reason })?.catch(ignore);
      const reject = this.rejectPending;
      this.clearPending();
      reject(this.fail(this.turn.abort?.reason));
      this.stream.return(undefined as never).catch(ignore);
    });
  }

  private async complete(step: IteratorReturnResult<ChatClientResponse>): Promise<Step> {
    const { abort } = this.turn;
    try {
      await endTurn(this.turn, { type: 'completed', response: step.value });
      abort?.throwIfAborted();
    } catch (error) {
      throw this.fail(error);
    }
    this.end(step.value);
    return step;
  }

  // An abandoned turn does not wait for this: `abandon` rejects by itself.
  private async failAfterEndings(cause: unknown): Promise<unknown> {
    await endTurn(this.turn, { type: 'failed', cause });
    return this.fail(cause);
  }

  private end(response: ChatClientResponse): void {
    if (!this.ended) this.listener?.resolve(response);
    this.ended = true;
  }

  /** Returns the error that the turn throws for a reason. */
  failure(reason: unknown): unknown {
    return turnFailure(this.turn, this.messages, reason);
  }

  private fail(thrown: unknown): unknown {
    const { abort, durable } = this.turn;
    if (durable?.suspended) return this.reject(durable.suspended);
    // Regardless of what an advisor made of the error.
    return this.reject(this.failure(abort?.aborted ? abort.reason : thrown));
  }

  private reject(error: unknown): unknown {
    if (!this.ended) this.listener?.reject(error);
    this.ended = true;
    return error;
  }
}
