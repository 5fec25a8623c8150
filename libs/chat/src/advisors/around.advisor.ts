import { isPromiseLike, type MaybePromise } from '#core';
import { Advisor, type AdvisedStream, type AdvisorChain } from '../contract/advisor.js';
import { settled, type Steps } from '../stream/steps.js';
import { SteppedStream } from '../stream/stepped-stream.js';
import type { ChatClientRequest } from '../contract/chat-client-request.js';
import type { ChatClientResponse } from '../contract/chat-client-response.js';
import { nothingFrom } from '../errors/nothing-returned.js';

/**
 * An advisor with a hook before the request and a hook after the response. In a stream, the second hook receives the
 * whole answer; the parts pass through unchanged.
 */
export abstract class AroundAdvisor extends Advisor {
  /** May change the request. */
  protected before(request: ChatClientRequest, _chain: AdvisorChain): MaybePromise<ChatClientRequest> {
    return request;
  }

  /** May change the response; the reader of a stream has received the parts by then. */
  protected after(response: ChatClientResponse, _chain: AdvisorChain): MaybePromise<ChatClientResponse> {
    return response;
  }

  advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
    return SteppedStream.of(this.around(request, chain));
  }

  private *around(request: ChatClientRequest, chain: AdvisorChain): Steps {
    const before = this.before(request, chain);
    const changed = isPromiseLike(before) ? settled(before, yield before) : before;
    if (!changed) throw nothingFrom(this, 'before');
    const stream = chain.next(changed);
    const after = this.after(settled(stream, yield stream), chain);
    const response = isPromiseLike(after) ? settled(after, yield after) : after;
    if (!response) throw nothingFrom(this, 'after');
    return response;
  }
}
