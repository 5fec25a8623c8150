import { type AdvisedStream, type ChatClientResponse, pullFrom } from 'toolgate/chat';
import type { StreamPart } from 'toolgate/model';
import type { Operation } from './operation.js';

type Step = IteratorResult<StreamPart, ChatClientResponse>;
type OnStep = (step: Step) => void;
type OnError = (error: unknown) => void;
type Ask = (inner: AdvisedStream, told: OnStep, failed: OnError) => void;

const ENDED: Step = { done: true, value: undefined as never };

/** Is told how a stream goes; each of its ends once, and only one of them. */
export interface StreamWatch {
  began?(): void;
  answered(response: ChatClientResponse): void;
  failed(error: unknown): void;
  /** The reader left, before an end. */
  left(): void;
}

/**
 * A stream every step of which is a part of an operation, which ends with it. It is no generator: that ends only when
 * what it waits for does, and a stream may be left before.
 */
class ObservedStream {
  private isFinished = false;
  private began = false;

  constructor(
    private readonly operation: Operation,
    private readonly open: () => AdvisedStream,
    private readonly watch: StreamWatch,
    private inner?: AdvisedStream,
  ) {}

  next(): Promise<Step> {
    return new Promise((resolve, reject) => this.pull(resolve, reject));
  }

  /** Gives the next step without a promise for it. */
  pull(onStep: OnStep, onError: OnError): void {
    this.take((inner, told, failed) => pullFrom(inner, told, failed), onStep, onError);
  }

  async throw(error: unknown): Promise<Step> {
    if (this.inner) {
      return new Promise((resolve, reject) =>
        this.take((inner, told, failed) => void inner.throw(error).then(told, failed), resolve, reject),
      );
    }
    this.finish(() => this.watch.failed(error));
    throw error;
  }

  async return(value: ChatClientResponse): Promise<Step> {
    const { inner, operation } = this;
    const leave = (): void => this.finish(() => this.watch.left());
    if (!inner) {
      leave();
      return { done: true, value };
    }
    // What unwinds ends first; what does not is not waited for.
    setImmediate(leave);
    try {
      return await operation.run(() => inner.return(value));
    } finally {
      leave();
    }
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  // What the reader does with a step is no part of the operation: it goes on where it asked from.
  private take(ask: Ask, onStep: OnStep, onError: OnError): void {
    if (this.isFinished) return onStep(ENDED);
    const { operation } = this;
    const reader = operation.caller;
    const told = (step: Step): void => {
      if (step.done) this.finish(() => this.watch.answered(step.value));
      else this.begin();
      operation.run(() => onStep(step), reader);
    };
    const failed = (error: unknown): void => {
      this.finish(() => this.watch.failed(error));
      operation.run(() => onError(error), reader);
    };
    operation.run(() => {
      try {
        ask((this.inner ??= this.open()), told, failed);
      } catch (error) {
        failed(error);
      }
    });
  }

  // Whoever asks again gets nothing, as of a generator: the stream inside may not be one.
  private finish(tell: () => void): void {
    this.isFinished = true;
    this.inner = undefined;
    this.operation.end(tell);
  }

  private begin(): void {
    if (this.began) return;
    this.began = true;
    this.watch.began?.();
  }
}

/** Surrounds a stream with an operation; it is opened when it is read. */
export const observed = (operation: Operation, open: () => AdvisedStream, watch: StreamWatch): AdvisedStream =>
  new ObservedStream(operation, open, watch) as unknown as AdvisedStream;

/** Surrounds a stream that is open with an operation. */
export const observedOpen = (operation: Operation, stream: AdvisedStream, watch: StreamWatch): AdvisedStream =>
  new ObservedStream(operation, () => stream, watch, stream) as unknown as AdvisedStream;
