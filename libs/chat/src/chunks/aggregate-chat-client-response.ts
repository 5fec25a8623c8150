import type { MonoTypeOperatorFunction } from 'rxjs';
import type { ChatClientResponse } from '../contract/chat-client-response.js';
import { aggregate } from './aggregate.js';
import { foldChunks } from './fold-chunks.js';

/**
 * Does for `stream().chatClientResponse()` what `aggregateChatResponse` does for `stream().chatResponse()`, and merges the
 * contexts of the chunks.
 */
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
