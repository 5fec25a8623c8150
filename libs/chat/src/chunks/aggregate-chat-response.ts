import type { MonoTypeOperatorFunction } from 'rxjs';
import type { ChatResponse } from 'toolgate/model';
import { aggregate } from './aggregate.js';
import { foldChunks } from './fold-chunks.js';

/**
 * Passes the chunks of `stream().chatResponse()` on, and calls `onComplete` with the whole response after the last
 * chunk. `onComplete` is called once, and not if the stream fails or is left. The stream ends after the promise of
 * `onComplete` settles, and fails if that rejects.
 */
export const aggregateChatResponse = (
  onComplete: (response: ChatResponse) => unknown,
): MonoTypeOperatorFunction<ChatResponse> =>
  aggregate(() => {
    const { add, response } = foldChunks();
    return { add, whole: response };
  }, onComplete);
