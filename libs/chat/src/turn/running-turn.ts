import { ignore, type MaybePromise, type TurnAbort } from '#core';
import type { Message } from 'toolgate/model';
import type { AdvisedStream } from '../contract/advisor.js';
import type { ChatClientRequest } from '../contract/chat-client-request.js';
import type { ChatClientResponse } from '../contract/chat-client-response.js';
import type { ChatTurn } from '../contract/chat-turn.js';
import { closeStream, type OnError, type OnStep, pullFrom, type Step } from '../stream/pulled-stream.js';
import { type ReadableTurn, readToEnd, type TurnStep } from './readable-turn.js';
import { StepRequest } from './step-request.js';
import { endTurn } from './turn-end.js';
import { thrownBy, turnFailure } from './turn-failure.js';
import type { TurnListener } from '../contract/turn-listener.js';

/**
 * A turn with one reader, which an abort can end. Nothing is sent before the first step.
 *
 * - Reading: `next` opens a request and pulls the stream; `take` or `takeError` receives the step and settles the request.
 * - Ending: the callbacks for the end of the turn run, then the request is settled with the outcome.
 * - Abandoned, soon after an abort: the request is rejected at once, even if an advisor ignores the signal, and so is
 *   every later one.
 */
export class RunningTurn implements ReadableTurn {
  logged?: MaybePromise<void>;
  private hasOutcome = false;
  private isAbandoned = false;
  private readonly request = new StepRequest();
  private onStep: OnStep | undefined = undefined;
  private onError: OnError | undefined = undefined;
  private readonly messages: readonly Message[];
  private readonly turn: ChatTurn;

  constructor(
    { messages, turn }: ChatClientRequest,
    private readonly stream: AdvisedStream,
    private readonly abort: TurnAbort,
    private readonly listener?: TurnListener,
  ) {
    this.messages = messages;
    this.turn = turn;
    // Deferred, so that a stream that ends by itself can first return the results of the tools that have ended.
    const onAbort = (): void => void setImmediate(() => this.abandon());
    if (abort.aborted) onAbort();
    else abort.listeners.add(onAbort);
  }

  get runId(): string {
    return this.turn.context.runId;
  }

  next(): Promise<TurnStep> {
    // One step after the other: the inner streams have no queue of their own.
    if (this.request.pending) return this.nextAfter(this.request.pending);
    if (this.isAbandoned) return Promise.reject(this.fail(this.abort.reason));
    // Opened before the stream is pulled, because a step may arrive synchronously.
    const pending = this.request.open();
    // Bound, because V8 allocates a function literal in the old space, and the turn with it, if the literal is assigned
    // to a property.
    const onStep = (this.onStep ??= this.take.bind(this));
    const onError = (this.onError ??= this.takeError.bind(this));
    try {
      pullFrom(this.stream, onStep, onError);
    } catch (error) {
      onError(error);
    }
    return pending;
  }

  drain(): Promise<ChatClientResponse> {
    return readToEnd(this);
  }

  // Aborts first, because leaving a generator waits for its current step.
  leave(): void {
    if (this.hasOutcome) return;
    // Other readers may wait for the same run.
    if (this.turn.durable?.resumed) return void this.drain().catch(ignore);
    this.abort.abort(new DOMException('The reader left the turn.', 'AbortError'));
    this.closeStream();
  }

  failure(reason: unknown): unknown {
    return turnFailure(this.turn, this.messages, reason);
  }

  private async nextAfter(pending: Promise<TurnStep>): Promise<TurnStep> {
    await pending.catch(ignore);
    return this.next();
  }

  private take(step: Step): void {
    const { abort, request } = this;
    const { durable, endings } = this.turn;
    // An advisor may have turned the suspension into an answer.
    if (step.done && durable?.suspended) return this.takeError(durable.suspended);
    if (abort.aborted) return request.reject(this.fail(abort.reason));
    if (!step.done) {
      this.listener?.part?.(step.value);
      return request.resolve(step);
    }
    if (endings || durable) return this.settleWith(this.complete(step.value));
    return request.resolve(this.completed(step.value));
  }

  private takeError(cause: unknown): void {
    this.settleWith(this.failAfterEndings(cause));
  }

  private settleWith(end: Promise<TurnStep>): void {
    const { request } = this;
    end.then(
      (step) => request.resolve(step),
      (error: unknown) => request.reject(error),
    );
  }

  private async complete(response: ChatClientResponse): Promise<TurnStep> {
    try {
      await endTurn(this.turn, { type: 'completed', response });
      this.abort.throwIfAborted();
    } catch (error) {
      throw this.fail(error);
    }
    return this.completed(response);
  }

  private async failAfterEndings(cause: unknown): Promise<TurnStep> {
    await endTurn(this.turn, { type: 'failed', cause });
    const error = this.fail(cause);
    const pending = this.turn.durable?.suspended;
    if (pending) return { done: true, value: undefined, pending };
    throw error;
  }

  // Does not wait: neither for the callbacks, nor for a stream that waits for its reader.
  private abandon(): void {
    this.isAbandoned = true;
    const { reason } = this.abort;
    endTurn(this.turn, { type: 'failed', cause: reason })?.catch(ignore);
    this.request.reject(this.fail(reason));
    this.closeStream();
  }

  private closeStream(): void {
    closeStream(this.stream).catch(ignore);
  }

  private completed(value: ChatClientResponse): TurnStep {
    if (!this.hasOutcome) this.listener?.resolve(value);
    this.hasOutcome = true;
    return { done: true, value };
  }

  private fail(thrown: unknown): unknown {
    const error = thrownBy(this.turn, this.messages, thrown);
    if (!this.hasOutcome) this.listener?.reject(error);
    this.hasOutcome = true;
    return error;
  }
}
