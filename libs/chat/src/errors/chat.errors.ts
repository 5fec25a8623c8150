import { HttpException } from '@nestjs/common';
import type { Message } from 'toolgate/model';
import { hideFromLogs } from './hide-from-logs.js';

/** The application uses the chat client incorrectly. */
export class ChatClientException extends Error {
  override readonly name = 'ChatClientException';
}

/** A turn exceeded its time limit: the cause of the `ChatTurnException` that ends it. */
export class ChatTimeoutException extends Error {
  override readonly name = 'ChatTimeoutException';

  constructor(readonly timeoutMs: number) {
    super(`The time limit of ${timeoutMs} ms was exceeded. Raise it with timeout(), or ask for less.`);
  }
}

/**
 * A turn was abandoned, or failed in one of its rounds. `cause` is the reason. The transcript holds the messages of the
 * prompt and every known result, and marks the calls whose outcome is unknown. If the cause is an `HttpException`, the
 * message is that of this exception, and Nest answers with its status.
 */
export class ChatTurnException extends Error {
  override readonly name = 'ChatTurnException';

  constructor(
    readonly transcript: readonly Message[],
    cause: unknown,
  ) {
    super(cause instanceof HttpException ? cause.message : `The turn failed: ${messageOf(cause)}`, { cause });
    // The text of a conversation does not belong in a log.
    hideFromLogs(this, 'transcript');
    if (cause instanceof HttpException) Object.assign(this, httpError(cause.getStatus()));
  }
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

// The properties that Nest's filter reads of an error that is not an HttpException.
const httpError = (status: number) => ({ status, statusCode: status, expose: status < 500 });

/** A turn cannot be regenerated: it is not the last one of its conversation. No model was called and nothing changed. */
export class RegenerateException extends Error {
  override readonly name = 'RegenerateException';

  constructor(readonly turn?: string) {
    super(
      turn === undefined
        ? 'The conversation has no answer that can be regenerated. Send a message first.'
        : `The answer "${turn}" cannot be regenerated: it is not the last answer of its conversation. Load the conversation again.`,
    );
    Object.assign(this, httpError(409));
  }
}

/** A run ended without an answer; the transcript holds its messages and results. */
export class RunEndedException extends Error {
  override readonly name = 'RunEndedException';

  constructor(
    readonly runId: string,
    readonly status: 'failed' | 'cancelled',
    readonly reason: string,
    readonly transcript: readonly Message[] = [],
  ) {
    super(`The run ${runId} has ${status === 'failed' ? 'failed' : 'been canceled'}: ${reason}`);
    hideFromLogs(this, 'transcript');
  }

  /** Returns the same error with a transcript, if it has none. */
  with(transcript: readonly Message[] = []): RunEndedException {
    if (this.transcript.length > 0 || transcript.length === 0) return this;
    return new RunEndedException(this.runId, this.status, this.reason, transcript);
  }
}

/** The process is shutting down: it starts no turn, and resumes none. */
export class ShuttingDownException extends Error {
  override readonly name = 'ShuttingDownException';

  constructor() {
    super('This process is shutting down, so it starts and resumes no turn. Send the request to another process.');
    Object.assign(this, httpError(503));
  }
}

/**
 * Returns why a turn failed, in any round: the cause of a `ChatTurnException`, also of a turn inside a turn. Returns
 * any other error as it is.
 */
export const causeOf = (error: unknown): unknown => {
  let cause = error;
  while (cause instanceof ChatTurnException) ({ cause } = cause);
  return cause;
};
