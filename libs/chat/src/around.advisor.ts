import { isPromiseLike } from 'toolgate/tool';
import { Advisor, type AdvisedStream, type AdvisorChain } from './advisor.js';
import { aroundStream } from './around-stream.js';
import type { ChatClientRequest } from './chat-client-request.js';
import type { ChatClientResponse } from './chat-client-response.js';

type MaybePromise<T> = T | Promise<T>;

/**
 * An advisor that looks at what goes in and at what comes out, the whole answer in a stream too, and not at the parts
 * between: they pass it by.
 */
export abstract class AroundAdvisor extends Advisor {
  /** May change the request. */
  protected before(request: ChatClientRequest, _chain: AdvisorChain): MaybePromise<ChatClientRequest> {
    return request;
  }

  /** May change the response; the parts of a stream have been told by then. */
  protected after(response: ChatClientResponse, _chain: AdvisorChain): MaybePromise<ChatClientResponse> {
    return response;
  }

  advise(request: ChatClientRequest, chain: AdvisorChain): AdvisedStream {
    return aroundStream(
      () => {
        const changed = this.before(request, chain);
        return isPromiseLike(changed) ? changed.then((ready) => chain.next(ready)) : chain.next(changed);
      },
      (response) => this.after(response, chain),
    );
  }
}
