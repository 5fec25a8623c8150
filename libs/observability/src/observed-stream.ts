import type { AdvisedStream, ChatClientResponse } from 'toolgate/chat';
import type { StreamPart } from 'toolgate/model';
import type { Operation } from './operation.js';

type Step = IteratorResult<StreamPart, ChatClientResponse>;

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
    return this.step((inner) => inner.next());
  }

  async throw(error: unknown): Promise<Step> {
    if (this.inner) return this.step((inner) => inner.throw(error));
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

  private async step(take: (inner: AdvisedStream) => Promise<Step>): Promise<Step> {
    if (this.isFinished) return { done: true, value: undefined as never };
    try {
      const step = await this.operation.run(() => take((this.inner ??= this.open())));
      if (step.done) this.finish(() => this.watch.answered(step.value));
      else this.begin();
      return step;
    } catch (error) {
      this.finish(() => this.watch.failed(error));
      throw error;
    }
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
