import { HttpException } from '@nestjs/common';
import type { Message } from 'toolgate/model';
import { keepUnlogged } from './keep-unlogged.js';

/** The application's use of the chat client is wrong. */
export class ChatClientException extends Error {
  override readonly name = 'ChatClientException';
}

/** A turn took longer than it was given: the cause of the `ChatTurnException` that ends it. */
export class ChatTimeoutException extends Error {
  override readonly name = 'ChatTimeoutException';

  constructor(readonly timeoutMs: number) {
    super(`It took longer than ${timeoutMs} ms. Give it more time with timeout(), or ask for less.`);
  }
}

/**
 * A turn that was left, or that failed in any of its rounds. `cause` is the reason; the transcript holds the messages of
 * the prompt and every known result, and marks the calls whose outcome is unknown. If the cause is an
 * `HttpException`, its message is that of this exception, and Nest answers with its status.
 */
export class ChatTurnException extends Error {
  override readonly name = 'ChatTurnException';

  constructor(
    readonly transcript: readonly Message[],
    cause: unknown,
  ) {
    super(cause instanceof HttpException ? cause.message : `The turn failed: ${messageOf(cause)}`, { cause });
    // What was said in a conversation is nobody's who reads logs.
    keepUnlogged(this, 'transcript');
    if (cause instanceof HttpException) Object.assign(this, httpError(cause.getStatus()));
  }
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

// What Nest's filter reads of an error that is not an HttpException.
const httpError = (status: number) => ({ status, statusCode: status, expose: status < 500 });

/** A run ended without an answer; the transcript holds what was said and done in it. */
export class RunEndedException extends Error {
  override readonly name = 'RunEndedException';

  constructor(
    readonly runId: string,
    readonly status: 'failed' | 'cancelled',
    readonly reason: string,
    readonly transcript: readonly Message[] = [],
  ) {
    super(`The run ${runId} has ${status === 'failed' ? 'failed' : 'been cancelled'}: ${reason}`);
    keepUnlogged(this, 'transcript');
  }

  /** Returns the same error with a transcript, if it has none. */
  with(transcript: readonly Message[] = []): RunEndedException {
    if (this.transcript.length > 0 || transcript.length === 0) return this;
    return new RunEndedException(this.runId, this.status, this.reason, transcript);
  }
}
