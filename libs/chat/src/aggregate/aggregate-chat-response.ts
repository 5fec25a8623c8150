import type { MonoTypeOperatorFunction } from 'rxjs';
import type { ChatResponse } from 'toolgate/model';
import { aggregate } from './aggregate.js';
import { foldChunks } from './fold-chunks.js';

/**
 * Hands the chunks of `stream().chatResponse()` on, and the whole response over when the last one came: once, and not
 * where the stream fails or is left. The stream ends when what `onComplete` returns has settled, and fails with it.
 */
export const aggregateChatResponse = (
  onComplete: (response: ChatResponse) => unknown,
): MonoTypeOperatorFunction<ChatResponse> =>
  aggregate(() => {
    const { add, response } = foldChunks();
    return { add, whole: response };
  }, onComplete);
