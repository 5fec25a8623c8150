import type { StreamPart } from 'toolgate/model';
import type { AdvisedStream } from './advisor.js';
import type { ChatClientResponse } from './chat-client-response.js';

/** A part, or the response at the end. */
export type Step = IteratorResult<StreamPart, ChatClientResponse>;

/** Is told a step. */
export type OnStep = (step: Step) => void;

/** Is told why there is no next step. */
export type OnError = (error: unknown) => void;

/** A stream whose steps can be had without a promise for each. */
export interface PulledStream {
  pull(onStep: OnStep, onError: OnError): void;
}

/** Asks a stream for its next step; through several of them without a promise for each. */
export const pullFrom = (stream: AdvisedStream | PulledStream, onStep: OnStep, onError: OnError): void => {
  if ('pull' in stream) stream.pull(onStep, onError);
  else stream.next().then(onStep, onError);
};
