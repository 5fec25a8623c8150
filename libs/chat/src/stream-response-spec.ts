import { Observable } from 'rxjs';
import type { ChatResponse, StreamPart } from 'toolgate/model';
import { outcomeOf, type TurnOutcome } from './call-response-spec.js';
import type { ChatClientResponse } from './chat-client-response.js';
import { ChatClientException } from './chat.errors.js';
import { deferred } from './deferred.js';
import { chunkOf, lastChunkOf } from './response-chunks.js';
import type { RunningTurn, TurnListener } from './running-turn.js';

/**
 * A turn that is streamed. It has one reader: the first view that is subscribed, or the first `for await`; a second one
 * gets an error. Leaving it aborts the turn. `outcome()` follows that reader, and reads the turn itself where there is none.
 */
export class StreamResponseSpec implements AsyncIterable<StreamPart> {
  private opened = false;
  private readonly end = deferred<ChatClientResponse>();

  constructor(private readonly start: (listener: TurnListener) => RunningTurn) {}

  /** The text of the answer as it is written, all rounds. */
  content(): Observable<string> {
    return this.view<string>((part, push) => {
      if (part.type === 'text-delta' && part.delta) push(part.delta);
    });
  }

  /** Each part of the answer as a response of its own; the last one tells why it ended and what it cost. */
  chatResponse(): Observable<ChatResponse> {
    return this.view(pushChunk, (response, push) => push(lastChunkOf(response.chatResponse)));
  }

  /** Like `chatResponse()`, with the context of the advisors on the last one. */
  chatClientResponse(): Observable<ChatClientResponse> {
    return this.view<ChatClientResponse>(
      (part, push) => pushChunk(part, (chatResponse) => push({ chatResponse, context: {} })),
      (response, push) => push({ ...response, chatResponse: lastChunkOf(response.chatResponse) }),
    );
  }

  /** Every part: text, reasoning, tool calls and their results, the end of each round. */
  events(): Observable<StreamPart> {
    return this.view<StreamPart>((part, push) => push(part));
  }

  /** How the turn ended. */
  async outcome(): Promise<TurnOutcome> {
    // A view that is subscribed in the same breath is the reader; only then is there none.
    setImmediate(() => {
      if (!this.opened) this.events().subscribe({ error: () => {} });
    });
    return outcomeOf(await this.end.promise);
  }

  [Symbol.asyncIterator](): AsyncIterator<StreamPart, ChatClientResponse | undefined, void> {
    const running = this.open();
    return {
      next: () => running.next(),
      return: async () => {
        running.leave();
        return { done: true, value: undefined };
      },
    };
  }

  private view<T>(
    onPart: (part: StreamPart, push: (value: T) => void) => void,
    onEnd?: (response: ChatClientResponse, push: (value: T) => void) => void,
  ): Observable<T> {
    return new Observable<T>((subscriber) => {
      const running = this.open();
      const push = (value: T): void => subscriber.next(value);
      const pump = async (): Promise<void> => {
        while (!subscriber.closed) {
          const step = await running.next();
          if (step.done) {
            onEnd?.(step.value, push);
            return subscriber.complete();
          }
          onPart(step.value, push);
        }
      };
      pump().catch((error: unknown) => subscriber.error(error));
      return () => running.leave();
    });
  }

  private open(): RunningTurn {
    if (this.opened) {
      throw new ChatClientException('This stream has a reader already. Call stream() again for another turn.');
    }
    this.opened = true;
    try {
      return this.start(this.end);
    } catch (error) {
      this.end.reject(error);
      throw error;
    }
  }
}

const pushChunk = (part: StreamPart, push: (chunk: ChatResponse) => void): void => {
  const chunk = chunkOf(part);
  if (chunk) push(chunk);
};
