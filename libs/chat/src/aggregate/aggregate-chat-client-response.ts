import type { MonoTypeOperatorFunction } from 'rxjs';
import type { ChatClientResponse } from '../chat-client-response.js';
import { aggregate } from './aggregate.js';
import { foldChunks } from './fold-chunks.js';

/** Does for `stream().chatClientResponse()` what `aggregateChatResponse` does, and lays the contexts of the chunks over one another. */
export const aggregateChatClientResponse = (
  onComplete: (response: ChatClientResponse) => unknown,
): MonoTypeOperatorFunction<ChatClientResponse> =>
  aggregate(() => {
    const { add, response } = foldChunks();
    let whole: Omit<ChatClientResponse, 'chatResponse'> = { context: {} };
    return {
      add: ({ chatResponse, ...rest }) => {
        if (chatResponse) add(chatResponse);
        whole = { ...whole, ...rest, context: { ...whole.context, ...rest.context } };
      },
      whole: () => ({ ...whole, chatResponse: response() }),
    };
  }, onComplete);
