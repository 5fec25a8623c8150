/*
 * How an answer reaches its reader:
 *
 *   ModelStream -> a layer for each advisor, the tool loop among them -> RunningTurn -> the handle of the caller
 *
 * Every stream in between is an `AdvisedStream`: it yields parts and returns the response. An advisor may be a plain
 * async generator with `yield*`, which costs a generator step and two promises for each part. The streams of this
 * package avoid that cost:
 *
 * - `StreamLayer` (below) surrounds an inner stream. A part skips the layers and reaches the reader directly. An end, an
 *   error and an abort pass through each layer: `continueWith`, `fail` and `take` handle them.
 * - `PulledStream` is an async generator that is written by hand. `pullFrom` requests a step of it with two callbacks, and
 *   creates no promise. Any other stream is read by `next()`.
 * - `Steps` is work that is written like an async generator, in a synchronous one. It yields a promise to wait for,
 *   another stream to read, or a part. The tool loop and `aroundStream` are written in steps. `NestedSteps` runs the
 *   steps of a stream inside those that read it.
 * - `SteppedStream` is the layer that runs steps for a stream. `runSteps` runs the same steps for a call, without parts.
 * - `PartQueue` yields the parts that tools emit while their batch runs.
 * - `CheckedStream`, in advisors/advisor-chain.ts, is the layer around each advisor. It rejects an answer after an abort.
 *
 * A layer takes steps of its own with `advance`, continues with another stream with `enter`, and ends early with `leave`.
 */

import type { TurnAbort } from '#core';
import type { AdvisedStream } from '../contract/advisor.js';
import type { ChatClientResponse } from '../contract/chat-client-response.js';
import { closeStream, ENDED, type OnError, type OnStep, pullFrom, PulledStream, type Step } from './pulled-stream.js';

/**
 * A stream around another one that only handles the end of that stream. In a stack of layers, a part passes from the
 * innermost to the reader directly; an end, an error and an abort pass through each layer.
 */
export class StreamLayer extends PulledStream {
  protected ended = false;

  constructor(
    /** The current source of parts; without it, the layer takes a step of its own. */
    protected inner?: AdvisedStream,
    protected readonly abort?: TurnAbort,
  ) {
    super();
  }

  /** Reports the next step without a promise for it. */
  pull(onStep: OnStep, onError: OnError): void {
    const { inner } = this;
    if (!inner) return this.ended ? onStep(ENDED) : this.advance(onStep, onError);
    let source = inner;
    let { abort } = this;
    while (source instanceof StreamLayer) {
      abort ??= source.abort;
      if (!source.inner) break;
      source = source.inner;
    }
    const onInnerStep = (step: Step): void =>
      step.done || abort?.aborted ? this.readerFor(source, onStep, onError).onStep(step) : onStep(step);
    const onInnerError = (error: unknown): void => this.readerFor(source, onStep, onError).onError(error);
    return pullFrom(source, onInnerStep, onInnerError);
  }

  /**
   * Works like a generator that delegates with `yield*`, except that it ends at once even while its next step is
   * pending.
   */
  async return(value: ChatClientResponse): Promise<Step> {
    const { inner } = this;
    this.inner = undefined;
    this.ended = true;
    try {
      if (inner) await inner.return(value);
    } catch (error) {
      return new Promise((resolve, reject) => this.fail(error, resolve, reject));
    }
    return this.leave(value);
  }

  throw(error: unknown): Promise<Step> {
    const { inner } = this;
    return new Promise((onStep, onError) => {
      if (!inner) return this.fail(error, onStep, onError);
      const reader = this.readerFor(inner, onStep, onError);
      return inner.throw(error).then(reader.onStep, reader.onError);
    });
  }

  /** Takes a step of its own. */
  protected advance(onStep: OnStep, _onError: OnError): void {
    onStep(ENDED);
  }

  /** Continues with the response of the inner stream. */
  protected continueWith(value: ChatClientResponse, onStep: OnStep, _onError: OnError): void {
    this.ended = true;
    onStep({ done: true, value });
  }

  /** Continues with an error of the inner stream or of the reader. */
  protected fail(error: unknown, _onStep: OnStep, onError: OnError): void {
    this.ended = true;
    onError(error);
  }

  /** Ends the stream early. */
  protected async leave(value: ChatClientResponse): Promise<Step> {
    return { done: true, value };
  }

  /** Continues with another stream; closes that stream if this one has ended. */
  protected enter(inner: AdvisedStream, onStep: OnStep, onError: OnError): void {
    if (!this.ended) this.inner = inner;
    else closeStream(inner).catch(() => {});
    return this.pull(onStep, onError);
  }

  protected take(step: Step, onStep: OnStep, onError: OnError): void {
    if (!step.done || !this.inner) return onStep(step);
    this.inner = undefined;
    return this.continueWith(step.value, onStep, onError);
  }

  protected takeError(error: unknown, onStep: OnStep, onError: OnError): void {
    if (!this.inner) return onError(error);
    this.inner = undefined;
    return this.fail(error, onStep, onError);
  }

  /** Returns the reader of a stream further in: each layer between, and the reader of this one. */
  private readerFor(source: AdvisedStream, onStep: OnStep, onError: OnError): Reader {
    const { inner } = this;
    const reader: Reader = {
      onStep: (step) => this.take(step, onStep, onError),
      onError: (error) => this.takeError(error, onStep, onError),
    };
    const isBetween = inner !== source && inner instanceof StreamLayer;
    return isBetween ? inner.readerFor(source, reader.onStep, reader.onError) : reader;
  }
}

interface Reader {
  readonly onStep: OnStep;
  readonly onError: OnError;
}
