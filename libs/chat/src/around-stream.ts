import { isPromiseLike } from 'toolgate/tool';
import type { AdvisedStream } from './advisor.js';
import type { ChatClientResponse } from './chat-client-response.js';
import type { OnError, OnStep } from './pull-from.js';
import { StreamLayer } from './stream-layer.js';

type MaybePromise<T> = T | PromiseLike<T>;
type Open = () => MaybePromise<AdvisedStream>;
type Close = (response: ChatClientResponse) => MaybePromise<ChatClientResponse>;

// What a generator does in three lines, without one: it costs a turn little more than the two functions.
class AroundStream extends StreamLayer {
  private working: PromiseLike<void> | undefined;

  constructor(
    private readonly open: Open,
    private readonly close: Close,
  ) {
    super();
  }

  protected override advance(onStep: OnStep, onError: OnError): void {
    // Whoever asks again without waiting, waits here.
    if (this.working) return void this.working.then(() => this.pull(onStep, onError));
    const fail = (error: unknown): void => this.fail(error, onStep, onError);
    try {
      const opening = this.open();
      if (!isPromiseLike(opening)) return this.enter(opening, onStep, onError);
      this.working = opening.then((stream) => this.enter(stream, onStep, onError)).then(undefined, fail);
    } catch (error) {
      return fail(error);
    }
  }

  protected override goOn(response: ChatClientResponse, onStep: OnStep, onError: OnError): void {
    const end = (value: ChatClientResponse): void => super.goOn(value, onStep, onError);
    const fail = (error: unknown): void => this.fail(error, onStep, onError);
    try {
      const closing = this.close(response);
      if (!isPromiseLike(closing)) return end(closing);
      this.working = closing.then(end, fail);
    } catch (error) {
      return fail(error);
    }
  }
}

/** A stream that does something before another one is opened, and something with its response. */
export const aroundStream = (open: Open, close: Close): AdvisedStream =>
  new AroundStream(open, close) as unknown as AdvisedStream;
