import type { StreamPart } from 'toolgate/model';
import type { AdvisedStream } from '../contract/advisor.js';
import type { ChatClientResponse } from '../contract/chat-client-response.js';
import type { OnError, OnStep, Step } from './pull-from.js';
import { StreamLayer } from './stream-layer.js';

/**
 * Redirects a generator's reader to another stream until that stream ends, as `yield*` does; then it holds the
 * response.
 */
export interface Delegate {
  readonly type: 'delegate';
  readonly stream: AdvisedStream;
  response?: ChatClientResponse;
}

/** Creates a delegate for a stream. */
export const delegateTo = (stream: AdvisedStream): Delegate => ({ type: 'delegate', stream });

/** A generator that yields parts, and delegates in place of `yield*`. */
export type DelegatingGenerator = AsyncGenerator<StreamPart | Delegate, ChatClientResponse, void>;

/**
 * Runs a delegating generator. `yield*` costs a generator step and two promises per part; a delegate pays that once.
 * Every part of every streamed turn passes through here.
 */
export class DelegatingStream extends StreamLayer {
  private delegate: Delegate | undefined;

  constructor(private readonly body: DelegatingGenerator) {
    super();
  }

  /** Returns a delegating generator as an advisor's stream; in a call, `yield*` costs less. */
  static of(body: DelegatingGenerator, isStreamed: boolean): AdvisedStream {
    return (isStreamed ? new DelegatingStream(body) : body) as unknown as AdvisedStream;
  }

  protected override advance(onStep: OnStep, onError: OnError): void {
    this.follow(this.body.next(), onStep, onError);
  }

  protected override continueWith(response: ChatClientResponse, onStep: OnStep, onError: OnError): void {
    this.delegate!.response = response;
    this.follow(this.body.next(), onStep, onError);
  }

  protected override fail(error: unknown, onStep: OnStep, onError: OnError): void {
    this.follow(this.body.throw(error), onStep, onError);
  }

  protected override leave(value: ChatClientResponse): Promise<Step> {
    return this.body.return(value) as Promise<Step>;
  }

  private follow(
    stepping: Promise<IteratorResult<StreamPart | Delegate, ChatClientResponse>>,
    onStep: OnStep,
    onError: OnError,
  ): void {
    stepping.then((step) => {
      if (step.done || step.value.type !== 'delegate') return onStep(step as Step);
      this.delegate = step.value;
      return this.enter(step.value.stream, onStep, onError);
    }, onError);
  }
}
