import type { ChatStream, StreamPart } from 'toolgate/model';
import type { ChatClientRequest } from './chat-client-request.js';
import type { ChatClientResponse } from './chat-client-response.js';
import { noResponse } from './chat.errors.js';

type Step = IteratorResult<StreamPart, ChatClientResponse>;
type ModelStep = Awaited<ReturnType<ChatStream['next']>>;

const ignore = (): void => {};

/**
 * A model's stream as the end of a chain: stamps the round on each part, and ends at once when the turn is aborted,
 * whatever the model does. It stands under every part of every stream, so it is no generator function.
 */
export class ModelStream {
  private ended = false;
  private rejectPending: (reason: unknown) => void = ignore;

  constructor(
    private readonly stream: ChatStream,
    private readonly request: ChatClientRequest,
  ) {
    request.turn.abort?.listeners.add(this.fail);
  }

  next(): Promise<Step> {
    if (this.ended) return this.afterEnd();
    return new Promise((resolve, reject) => {
      this.rejectPending = reject;
      this.stream.next().then((step) => {
        // Kept longer, it would chain turn to turn for the garbage collector.
        this.rejectPending = ignore;
        if (step.done && !step.value) return reject(noResponse());
        return resolve(this.toStep(step));
      }, this.fail);
    });
  }

  async return(value: ChatClientResponse): Promise<Step> {
    this.leave();
    return { done: true, value };
  }

  async throw(error: unknown): Promise<never> {
    this.leave();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  private async afterEnd(): Promise<Step> {
    this.request.turn.abort?.throwIfAborted();
    return { done: true, value: undefined as never };
  }

  private toStep({ done, value }: ModelStep): Step {
    const { context, options, round } = this.request;
    // In this order: a spread before the added property costs ten times more.
    if (!done) return { done: false, value: { round, ...value } };
    this.end();
    return { done: true, value: { chatResponse: value, context, sent: options } };
  }

  private readonly fail = (reason: unknown): void => {
    this.leave();
    this.rejectPending(reason);
  };

  // Not awaited: return() of a generator waits for a next() that may never come.
  private leave(): void {
    if (!this.ended) this.stream.return(undefined as never).catch(() => {});
    this.end();
  }

  private end(): void {
    this.ended = true;
    this.request.turn.abort?.listeners.delete(this.fail);
  }
}
