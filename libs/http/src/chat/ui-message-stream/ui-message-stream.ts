import { recordOf } from '#core';
import { Observable } from 'rxjs';
import { causeOf, type StreamResponseSpec } from 'toolgate/chat';
import { logUnexpected } from '../../problem/log-unexpected.js';
import { problemOfError } from '../../problem/problem-of-error.js';
import type { UiMessageChunk } from './ui-message-chunk.js';
import { UiMessageEncoder } from './ui-message-encoder.js';
import { usageOfTurn } from './usage-of-turn.js';

/** The header by which a stock client recognizes the stream: `@Header(...UI_MESSAGE_STREAM_HEADER)`. */
export const UI_MESSAGE_STREAM_HEADER = ['x-vercel-ai-ui-message-stream', 'v1'] as const;

/** An event that carries one chunk, for Nest's `@Sse()`. */
export interface UiMessageEvent {
  readonly data: UiMessageChunk | '[DONE]';
}

/**
 * Streams a turn to a stock client of the AI SDK, for `@Sse()`. The turn starts when the stream is subscribed, and is
 * aborted when its reader leaves. A failure is an error chunk that contains nothing of its cause; the log has the cause.
 */
export const uiMessageStream = (
  turn: Pick<StreamResponseSpec, 'events' | 'runId'> & Partial<Pick<StreamResponseSpec, 'outcome'>>,
): Observable<UiMessageEvent> =>
  new Observable((subscriber) => {
    const encoder = new UiMessageEncoder({ messageId: turn.runId });
    const send = (chunks: readonly UiMessageChunk[]): void => chunks.forEach((data) => subscriber.next({ data }));
    const finish = (chunks: readonly UiMessageChunk[]): void => {
      send(chunks);
      subscriber.next({ data: '[DONE]' });
      subscriber.complete();
    };
    send(encoder.start());
    return turn.events().subscribe({
      next: (part) => send(encoder.encode(part)),
      error: (error: unknown) => {
        logFailure(error, turn.runId);
        finish(encoder.fail(error));
      },
      complete: () => void usageOfTurn(turn).then((usage) => finish(encoder.end(usage))),
    });
  });

/** Logs why a turn failed, unless its client receives the reason. */
export const logFailure = (error: unknown, runId: string): void => {
  const cause = causeOf(error);
  if (recordOf(cause)['name'] === 'AbortError') return;
  logUnexpected(problemOfError(cause).problem, cause, `The turn ${runId}`);
};
