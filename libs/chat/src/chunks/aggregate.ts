import { EMPTY, type MonoTypeOperatorFunction, concat, defer, from, ignoreElements, tap } from 'rxjs';
import { isPromiseLike } from '#core';
import type { ChatResponse } from 'toolgate/model';
import { foldChunks } from './fold-chunks.js';
import type { ChatClientResponse } from '../contract/chat-client-response.js';

/** Collects the chunks of one subscription, and returns the whole. */
interface Aggregation<T> {
  add(chunk: T): void;
  whole(): T;
}

/** Creates an operator that passes chunks on, and calls `onComplete` with the whole after the last chunk. */
export const aggregate =
  <T>(begin: () => Aggregation<T>, onComplete: (whole: T) => unknown): MonoTypeOperatorFunction<T> =>
  (chunks) =>
    defer(() => {
      const aggregation = begin();
      let some = false;
      const passing = chunks.pipe(
        tap((chunk) => {
          some = true;
          aggregation.add(chunk);
        }),
      );
      const completing = defer(() => {
        const done = some ? onComplete(aggregation.whole()) : undefined;
        return isPromiseLike(done) ? from(done).pipe(ignoreElements()) : EMPTY;
      });
      return concat(passing, completing);
    });

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
