import type { StreamPart } from 'toolgate/model';
import type { AdvisedStream } from '../contract/advisor.js';
import type { ChatClientResponse } from '../contract/chat-client-response.js';

/** A part, or the response at the end. */
export type Step = IteratorResult<StreamPart, ChatClientResponse>;

/** Receives a step. */
export type OnStep = (step: Step) => void;

/** Receives the reason why there is no next step. */
export type OnError = (error: unknown) => void;

/** A stream that reports its steps to callbacks, without a promise for each. */
export interface PulledStream {
  pull(onStep: OnStep, onError: OnError): void;
}

/** Requests the next step of a stream; layers of pulled streams create no promise each. */
export const pullFrom = (stream: AdvisedStream | PulledStream, onStep: OnStep, onError: OnError): void => {
  if ('pull' in stream) stream.pull(onStep, onError);
  else stream.next().then(onStep, onError);
};
