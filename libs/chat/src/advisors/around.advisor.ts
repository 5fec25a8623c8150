import { isPromiseLike, type MaybePromise } from '#core';
import { Advisor, type AdvisedStream, type AdvisorChain } from '../contract/advisor.js';
import { aroundStream } from '../stream/around-stream.js';
import type { ChatClientRequest } from '../contract/chat-client-request.js';
import type { ChatClientResponse } from '../contract/chat-client-response.js';
import { nothingFrom } from '../errors/nothing-returned.js';

/**
 * An advisor with a hook before the request and a hook after the response. Of a stream, it receives the whole answer;
 * the parts pass through unchanged.
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
    return aroundStream(
      () => {
        const changed = this.before(request, chain);
        return isPromiseLike(changed) ? changed.then((ready) => this.next(ready, chain)) : this.next(changed, chain);
      },
      (response) => {
        const changed = this.after(response, chain);
        return isPromiseLike(changed) ? changed.then((ready) => this.returned(ready)) : this.returned(changed);
      },
    );
  }

  private next(request: ChatClientRequest | undefined, chain: AdvisorChain): AdvisedStream {
    if (!request) throw nothingFrom(this, 'before');
    return chain.next(request);
  }

  private returned(response: ChatClientResponse | undefined): ChatClientResponse {
    if (!response) throw nothingFrom(this, 'after');
    return response;
  }
}
