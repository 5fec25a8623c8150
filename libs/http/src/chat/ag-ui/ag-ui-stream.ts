import { recordOf } from '#core';
import { Observable } from 'rxjs';
import { ApprovalConflictException } from 'toolgate/approval';
import { causeOf, RunEndedException } from 'toolgate/chat';
import type { StreamPart } from 'toolgate/model';
import { logUnexpected } from '../../problem/log-unexpected.js';
import { problemOfError } from '../../problem/problem-of-error.js';
import { AgUiEncoder } from './ag-ui-encoder.js';
import type { AgUiKnown } from './ag-ui-known.js';
import type { AgUiEvent } from './ag-ui-event.js';
import { earlierParts } from '../shared/earlier-parts.js';
import type { AnswerTerms } from './interrupt.js';

/** A turn with one reader, such as `chat.prompt(…).stream()` or `chat.resume(runId).stream()`. */
export interface AgUiTurn extends AsyncIterable<StreamPart> {
  /** The id of the turn; a resumed turn has the same one. */
  readonly runId: string;
}

/** The run of AG-UI that shows a turn. */
export interface AgUiStreamOptions {
  readonly threadId: string;
  readonly runId: string;
  /** What the client has of earlier runs; the stream does not show it again. */
  readonly known?: AgUiKnown;
  /** Returns the parts of the turn so far, for a reader that may have missed some. It is called at the first part. */
  earlier?(): Promise<readonly StreamPart[]>;
  /** Returns what the reader may answer to a waiting call. @default approve or reject */
  terms?(approval: { readonly approvalId: string }): Promise<AnswerTerms>;
}

/** An event as `@Sse()` sends it. */
export interface AgUiMessage {
  readonly data: AgUiEvent;
}

/**
 * Returns a turn as the events of a run of AG-UI 1.0, for `@Sse()`. It starts the turn when it is subscribed, and leaves
 * it when it is unsubscribed. It never fails: a turn that fails ends with `RUN_ERROR`.
 */
export const agUiStream = (turn: AgUiTurn, options: AgUiStreamOptions): Observable<AgUiMessage> =>
  new Observable((subscriber) => {
    const encoder = new AgUiEncoder({ ...options, turnId: turn.runId }, (data) => subscriber.next({ data }));
    const isOpen = (): boolean => !subscriber.closed;
    const left = new AbortController();
    encoder.start();
    writeTurn(turn, { encoder, options, isOpen, signal: left.signal }).then(
      () => subscriber.complete(),
      (error: unknown) => subscriber.error(error),
    );
    return () => left.abort();
  });

interface Writing {
  readonly encoder: AgUiEncoder;
  readonly options: AgUiStreamOptions;
  readonly signal: AbortSignal;
  isOpen(): boolean;
}

const writeTurn = async (turn: AgUiTurn, writing: Writing): Promise<void> => {
  const { encoder, signal } = writing;
  try {
    const parts = turn[Symbol.asyncIterator]();
    signal.addEventListener('abort', () => void parts.return?.());
    await writeParts(parts, writing);
    encoder.finish();
  } catch (error) {
    if (writing.isOpen()) await writeFailure(error, turn.runId, writing);
  }
};

const writeParts = async (parts: AsyncIterator<StreamPart>, { encoder, options, isOpen }: Writing): Promise<void> => {
  let step = await parts.next();
  if (!step.done && options.earlier) {
    for (const part of earlierParts(step.value, await options.earlier())) encoder.part(part);
  }
  for (; !step.done && isOpen(); step = await parts.next()) {
    const { value: part } = step;
    if (part.type === 'tool-approval-request') encoder.part(part, await options.terms?.(part));
    else encoder.part(part);
  }
};

const writeFailure = async (error: unknown, turnId: string, { encoder, options }: Writing): Promise<void> => {
  const cause = causeOf(error);
  if (isCancellation(cause)) return encoder.cancel();
  // The message was not sent. The client learns which decisions its conversation waits for.
  if (cause instanceof ApprovalConflictException) {
    for (const approval of cause.approvals) {
      encoder.waiting(approval, await options.terms?.({ approvalId: approval.id }));
    }
  }
  const { code, message } = failureOf(cause, `The turn ${turnId}`);
  encoder.fail(code, message);
};

const isCancellation = (cause: unknown): boolean =>
  cause instanceof RunEndedException ? cause.status === 'cancelled' : recordOf(cause)['name'] === 'AbortError';

/** Returns the code and the text of an error for a client, without anything secret. An unexpected one is logged. */
export const failureOf = (error: unknown, what: string): { readonly code: string; readonly message: string } => {
  const { problem, detail, title } = problemOfError(error);
  logUnexpected(problem, error, what);
  return { code: problem, message: detail ?? title };
};
