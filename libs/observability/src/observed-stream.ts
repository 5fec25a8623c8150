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
export class ObservedStream {
  private inner?: AdvisedStream;
  private closed = false;
  private began = false;

  constructor(
    private readonly operation: Operation,
    private readonly open: () => AdvisedStream,
    private readonly watch: StreamWatch,
  ) {}

  next(): Promise<Step> {
    return this.step((inner) => inner.next());
  }

  throw(error: unknown): Promise<Step> {
    return this.step((inner) => inner.throw(error));
  }

  async return(value: ChatClientResponse): Promise<Step> {
    const { inner, operation } = this;
    this.closed = true;
    const leave = (): void => operation.end(() => this.watch.left());
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
    const { operation, watch } = this;
    if (this.closed && !this.inner) return { done: true, value: undefined as never };
    try {
      const step = await operation.run(() => take((this.inner ??= this.open())));
      if (step.done) operation.end(() => watch.answered(step.value));
      else this.begin();
      return step;
    } catch (error) {
      operation.end(() => watch.failed(error));
      throw error;
    }
  }

  private begin(): void {
    if (this.began) return;
    this.began = true;
    this.watch.began?.();
  }
}

/** Surrounds a stream with an operation. */
export const observed = (operation: Operation, open: () => AdvisedStream, watch: StreamWatch): AdvisedStream =>
  new ObservedStream(operation, open, watch) as unknown as AdvisedStream;
