import type { MaybePromise } from '#core';
import type { StreamPart } from 'toolgate/model';
import type { InnerRunPendingException, ToolApprovalPendingException } from 'toolgate/tool';
import type { ChatClientResponse } from '../contract/chat-client-response.js';

/** A turn that is called. */
export interface CallableTurn {
  /** The id of the turn; its run has the same id if the turn is suspended. */
  readonly runId: string;
  /** Reads the turn to its end. */
  drain(): Promise<ChatClientResponse>;
  /** Returns the error that the turn throws for a reason. */
  failure(reason: unknown): unknown;
}

/** A turn that is read step by step, or left. */
export interface ReadableTurn extends CallableTurn {
  /** Returns the next step. Rejects if the turn failed or was aborted. */
  next(): Promise<TurnStep>;
  /** Settles after a log has opened the turn, or has failed to; absent if the turn is not live. */
  readonly logged?: MaybePromise<void>;
  /** Ends the turn if it is still running. */
  leave(): void;
}

/** A part, or the end of a turn: its response, or the approvals that it waits for. */
export type TurnStep =
  | { readonly done?: false; readonly value: StreamPart }
  | { readonly done: true; readonly value: ChatClientResponse; readonly pending?: undefined }
  | {
      readonly done: true;
      readonly value: undefined;
      readonly pending: ToolApprovalPendingException | InnerRunPendingException;
    };

/** Reads a turn to its end; its parts are dropped. Throws `ToolApprovalPendingException` if the turn is suspended. */
export const readToEnd = async (turn: Pick<ReadableTurn, 'next'>): Promise<ChatClientResponse> => {
  for (;;) {
    const step = await turn.next();
    if (!step.done) continue;
    if (step.pending) throw step.pending;
    return step.value;
  }
};
