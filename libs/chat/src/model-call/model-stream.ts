import { ignore, isPromiseLike } from '#core';
import type { ChatModel, ChatStream, Prompt } from 'toolgate/model';
import type { ChatClientRequest } from '../contract/chat-client-request.js';
import type { ChatClientResponse } from '../contract/chat-client-response.js';
import { modelCallOf } from './abortable-call.js';
import { isAnswer, noAnswer } from '../errors/nothing-returned.js';
import { closeStream, ENDED, PulledStream, type Step } from '../stream/pulled-stream.js';
import { retryModelCall } from './retry-model-call.js';
import type { RetryPolicy } from './retry-options.js';

type ModelStep = Awaited<ReturnType<ChatStream['next']>>;

/**
 * A model's stream as the end of a chain: adds the round to each part, and ends at once when the turn is aborted, even
 * if the model does not. Every part of every stream passes through here, so it is no generator function.
 */
export class ModelStream extends PulledStream {
  private ended = false;
  private begun = false;
  private rejectPending: (reason: unknown) => void = ignore;
  private stream: ChatStream | undefined = undefined;
  // Bound, because V8 allocates a function literal in the old space, and the turn with it, if the literal is assigned to
  // a property.
  private readonly fail: (reason: unknown) => void;

  constructor(
    private readonly model: ChatModel,
    private readonly prompt: Prompt,
    private readonly request: ChatClientRequest,
    private readonly retry?: RetryPolicy,
  ) {
    super();
    this.fail = this.endWith.bind(this);
    request.turn.abort?.listeners.add(this.fail);
  }

  /** Reports the next step without a promise for it. */
  pull(resolve: (step: Step) => void, reject: (reason: unknown) => void): void {
    if (this.ended) return void this.afterEnd().then(resolve, reject);
    this.rejectPending = reject;
    const take = (step: ModelStep): void => {
      // A reference that outlives the step would chain turn to turn for the garbage collector.
      this.rejectPending = ignore;
      this.begun = true;
      if (step.done && !isAnswer(step.value)) return reject(noAnswer(this.model, 'stream', step.value));
      return resolve(this.toStep(step));
    };
    const { retry } = this;
    const fail =
      this.begun || !retry ? this.fail : (reason: unknown) => this.again(reason, retry).then(take, this.fail);
    this.step().then(take, fail);
  }

  async return(value: ChatClientResponse): Promise<Step> {
    this.leave();
    return { done: true, value };
  }

  async throw(error: unknown): Promise<never> {
    this.leave();
    throw error;
  }

  private async afterEnd(): Promise<Step> {
    this.request.turn.abort?.throwIfAborted();
    return ENDED;
  }

  private step(): Promise<ModelStep> {
    try {
      return (this.stream ??= this.open()).next();
    } catch (error) {
      return Promise.reject(error);
    }
  }

  private open(): ChatStream {
    const stream: unknown = this.model.stream(this.prompt, modelCallOf(this.request.turn));
    if (typeof (stream as ChatStream | undefined)?.next === 'function') return stream as ChatStream;
    if (isPromiseLike(stream)) stream.then(undefined, ignore);
    throw noAnswer(this.model, 'stream', stream);
  }

  // The failed stream has yielded no part.
  private again(failure: unknown, policy: RetryPolicy): Promise<ModelStep> {
    const { turn } = this.request;
    const callModel = (): Promise<ModelStep> => {
      if (this.ended) throw failure;
      this.stream = undefined;
      return this.step();
    };
    return retryModelCall(failure, { callModel, policy, abort: turn.abort, context: turn.context });
  }

  private toStep({ done, value }: ModelStep): Step {
    const { context, options, round } = this.request;
    // In this order: a spread before the added property costs ten times more.
    if (!done) return { done: false, value: { round, ...value } };
    this.end();
    return { done: true, value: { chatResponse: value, context, sent: options } };
  }

  private endWith(reason: unknown): void {
    this.leave();
    this.rejectPending(reason);
  }

  // Not awaited: return() of a generator waits for a next() that may never settle.
  private leave(): void {
    if (!this.ended && this.stream) closeStream(this.stream).catch(() => {});
    this.end();
  }

  private end(): void {
    this.ended = true;
    this.request.turn.abort?.listeners.delete(this.fail);
  }
}
