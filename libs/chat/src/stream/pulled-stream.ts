import type { StreamPart } from 'toolgate/model';
import type { AdvisedStream } from '../contract/advisor.js';
import type { ChatClientResponse } from '../contract/chat-client-response.js';
import type { Steps } from './steps.js';

/** A part, or the response at the end. */
export type Step = IteratorResult<StreamPart, ChatClientResponse>;

/** Receives a step. */
export type OnStep = (step: Step) => void;

/** Receives the reason why there is no next step. */
export type OnError = (error: unknown) => void;

// The type of an async generator demands a response even from a stream that is left, or that has ended before.
const NOTHING = undefined as never;

/** The step of a stream that has already ended. */
export const ENDED: Step = { done: true, value: NOTHING };

/** Leaves a stream before its end. Waits for its pending step if it is a generator. */
export const closeStream = <P, R>(stream: AsyncGenerator<P, R, void>): Promise<IteratorResult<P, R>> =>
  stream.return(NOTHING);

/** An async generator that is written by hand, and reports its steps to callbacks without a promise for each. */
export abstract class PulledStream implements AsyncGenerator<StreamPart, ChatClientResponse, void> {
  abstract pull(onStep: OnStep, onError: OnError): void;
  abstract return(value: ChatClientResponse): Promise<Step>;
  abstract throw(error: unknown): Promise<Step>;

  /** Returns the steps of this stream for a driver that runs them itself, as long as the stream has not been read. */
  steps?(): Steps | undefined;

  /** Returns the response of the steps to the reader; throws if the reader may not have it. */
  checked?(response: ChatClientResponse): ChatClientResponse;

  next(): Promise<Step> {
    return new Promise((resolve, reject) => this.pull(resolve, reject));
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await closeStream(this);
  }
}

/** Requests the next step of a stream; layers of pulled streams create no promise each. */
export const pullFrom = (stream: AdvisedStream, onStep: OnStep, onError: OnError): void => {
  if (stream instanceof PulledStream) stream.pull(onStep, onError);
  else stream.next().then(onStep, onError);
};
