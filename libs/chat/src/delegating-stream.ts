import type { StreamPart } from 'toolgate/model';
import type { AdvisedStream } from './advisor.js';
import type { ChatClientResponse } from './chat-client-response.js';

type Step = IteratorResult<StreamPart, ChatClientResponse>;
type OnStep = (step: Step) => void;
type OnError = (error: unknown) => void;

/** Hands a generator's reader on to another stream until that ends, as `yield*` does; then it holds the response. */
export interface Delegate {
  readonly type: 'delegate';
  readonly stream: AdvisedStream;
  response?: ChatClientResponse;
}

/** Makes a delegate of a stream. */
export const delegateTo = (stream: AdvisedStream): Delegate => ({ type: 'delegate', stream });

/** A generator that yields parts, and delegates in place of `yield*`. */
export type DelegatingGenerator = AsyncGenerator<StreamPart | Delegate, ChatClientResponse, void>;

/** A stream whose steps can be had without a promise for each. */
interface PulledStream {
  pull(onStep: OnStep, onError: OnError): void;
}

/** Asks a stream for its next step; through several of them without a promise for each. */
export const pullFrom = (stream: AdvisedStream, onStep: OnStep, onError: OnError): void => {
  if ('pull' in stream) (stream as unknown as PulledStream).pull(onStep, onError);
  else stream.next().then(onStep, onError);
};

/**
 * Runs a delegating generator. What `yield*` costs for each part, a step of the generator and two promises, is paid for
 * each delegate only: this stands under every part of every streamed turn.
 */
export class DelegatingStream {
  private delegate: Delegate | undefined;

  constructor(private readonly body: DelegatingGenerator) {}

  next(): Promise<Step> {
    return new Promise((resolve, reject) => this.pull(resolve, reject));
  }

  pull(onStep: OnStep, onError: OnError): void {
    const { delegate } = this;
    if (!delegate) return this.follow(this.body.next(), onStep, onError);
    const onInnerStep = (step: Step): void => {
      if (!step.done) return onStep(step);
      this.delegate = undefined;
      delegate.response = step.value;
      return this.follow(this.body.next(), onStep, onError);
    };
    const onInnerError = (error: unknown): void => {
      this.delegate = undefined;
      this.follow(this.body.throw(error), onStep, onError);
    };
    return pullFrom(delegate.stream, onInnerStep, onInnerError);
  }

  async return(value: ChatClientResponse): Promise<Step> {
    const { delegate } = this;
    this.delegate = undefined;
    if (delegate) await delegate.stream.return(value);
    return this.body.return(value) as Promise<Step>;
  }

  async throw(error: unknown): Promise<Step> {
    const { delegate } = this;
    this.delegate = undefined;
    if (delegate) await delegate.stream.return(undefined as never);
    return this.body.throw(error) as Promise<Step>;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** A generator that hands on answers, as an advisor's stream; in a call `yield*` costs less. */
  static of(body: DelegatingGenerator, isStreamed: boolean): AdvisedStream {
    return (isStreamed ? new DelegatingStream(body) : body) as unknown as AdvisedStream;
  }

  private follow(
    stepping: Promise<IteratorResult<StreamPart | Delegate, ChatClientResponse>>,
    onStep: OnStep,
    onError: OnError,
  ): void {
    stepping.then((step) => {
      if (step.done || step.value.type !== 'delegate') return onStep(step as Step);
      this.delegate = step.value;
      return this.pull(onStep, onError);
    }, onError);
  }
}
