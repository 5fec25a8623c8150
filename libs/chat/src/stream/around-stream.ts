import { isPromiseLike, type MaybePromise } from '#core';
import type { AdvisedStream } from '../contract/advisor.js';
import type { ChatClientResponse } from '../contract/chat-client-response.js';
import { SteppedStream } from './stepped-stream.js';
import { settled, type Steps } from './steps.js';

type Open = () => MaybePromise<AdvisedStream>;
type Close = (response: ChatClientResponse) => MaybePromise<ChatClientResponse>;

/** Returns a stream that runs `open` before another stream, and `close` with its response. */
export const aroundStream = (open: Open, close: Close): AdvisedStream => SteppedStream.of(around(open, close));

function* around(open: Open, close: Close): Steps {
  const opened = open();
  const stream = isPromiseLike(opened) ? settled(opened, yield opened) : opened;
  const closed = close(settled(stream, yield stream));
  return isPromiseLike(closed) ? settled(closed, yield closed) : closed;
}
