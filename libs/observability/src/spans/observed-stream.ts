import { ENDED, pullFrom, PulledStream } from '#chat';
import type { AdvisedStream, ChatClientResponse } from 'toolgate/chat';
import type { StreamPart } from 'toolgate/model';
import type { Operation } from '../telemetry/operation.js';

type Step = IteratorResult<StreamPart, ChatClientResponse>;
type OnStep = (step: Step) => void;
type OnError = (error: unknown) => void;
type Ask = (inner: AdvisedStream, stepped: OnStep, failed: OnError) => void;

/** Receives the beginning of a stream, and its end: exactly one of `answered`, `failed` and `left`, once. */
interface StreamWatch {
  began?(): void;
  answered(response: ChatClientResponse): void;
  failed(error: unknown): void;
  /** The reader left, before an end. */
  left(): void;
}

/**
 * A stream whose steps all run inside an operation, which ends with the stream. It is not a generator, because a reader
 * may leave while a step is pending, and a generator would end only after that step.
 */
class ObservedStream extends PulledStream {
  private isFinished = false;
  private began = false;

  constructor(
    private readonly operation: Operation,
    private readonly open: () => AdvisedStream,
    private readonly watch: StreamWatch,
    private inner?: AdvisedStream,
  ) {
    super();
  }

  /** Passes the next step, or its error, to a callback. Creates no promise. */
  pull(onStep: OnStep, onError: OnError): void {
    this.take((inner, stepped, failed) => pullFrom(inner, stepped, failed), onStep, onError);
  }

  async throw(error: unknown): Promise<Step> {
    if (this.inner) {
      return new Promise((resolve, reject) =>
        this.take((inner, stepped, failed) => void inner.throw(error).then(stepped, failed), resolve, reject),
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
    // A stream that returns at once ends before the operation. The operation does not wait for a slower stream.
    setImmediate(leave);
    try {
      return await operation.run(() => inner.return(value));
    } finally {
      leave();
    }
  }

  // The work of the reader between two steps is not part of the operation. It runs in the reader's own context.
  private take(ask: Ask, onStep: OnStep, onError: OnError): void {
    if (this.isFinished) return onStep(ENDED);
    const { operation } = this;
    const reader = operation.caller;
    const stepped = (step: Step): void => {
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
        ask((this.inner ??= this.open()), stepped, failed);
      } catch (error) {
        failed(error);
      }
    });
  }

  // After its end the stream returns nothing, like a generator; the stream inside may behave otherwise.
  private finish(record: () => void): void {
    this.isFinished = true;
    this.inner = undefined;
    this.operation.end(record);
  }

  private begin(): void {
    if (this.began) return;
    this.began = true;
    this.watch.began?.();
  }
}

/** Wraps a stream in an operation. The stream is opened when it is first read. */
export const observed = (operation: Operation, open: () => AdvisedStream, watch: StreamWatch): AdvisedStream =>
  new ObservedStream(operation, open, watch);

/** Wraps an open stream in an operation. */
export const observedOpen = (operation: Operation, stream: AdvisedStream, watch: StreamWatch): AdvisedStream =>
  new ObservedStream(operation, () => stream, watch, stream);
