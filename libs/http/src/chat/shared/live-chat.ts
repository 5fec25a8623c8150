import { type ApprovalService, type Approver, RunNotFoundException } from 'toolgate/approval';
import { DEFAULT_TENANT } from '#core';
import {
  causeOf,
  type ChatClient,
  ChatTurnException,
  type FollowedTurn,
  LiveTurn,
  LiveTurnException,
  type PartLists,
  type StreamResponseSpec,
  type TurnOperator,
} from 'toolgate/chat';
import type { ErrorPart, StreamPart } from 'toolgate/model';
import { markLogged } from '../../problem/log-unexpected.js';
import { RequestException } from '../../problem/request.exception.js';
import { type ChatOwner, openRun } from './chat-owner.js';

/** Returns the live turn of the chat that its person has started; undefined if none runs. */
export const liveTurn = async (
  client: ChatClient,
  { by, conversation }: ChatOwner,
): Promise<FollowedTurn | undefined> => {
  const runId = await client.active({ tenant: tenantOf(by), conversation });
  return runId === undefined ? undefined : client.follow(runId, asRequester(by));
};

/** Throws `RequestException` while a turn of the chat runs. */
export const assertNoLiveTurn = async (
  client: ChatClient,
  approvals: ApprovalService,
  owner: ChatOwner,
): Promise<void> => {
  const turn = await liveTurn(client, owner);
  if (turn && !(await hasEnded(turn, approvals, owner)))
    throw new RequestException('conflict', 'The last answer is not complete. Wait for its end, or end it.');
};

// A process saves the end of a run before it closes the log of its turn, and a client may have read that end.
const hasEnded = async ({ runId }: FollowedTurn, { runs }: ApprovalService, { by }: ChatOwner): Promise<boolean> => {
  try {
    const { status } = await runs.get(runId, by);
    return status !== 'suspended' && status !== 'resuming';
  } catch (error) {
    // The turn never waited for a person.
    if (error instanceof RunNotFoundException) return false;
    throw error;
  }
};

/** Ends the turn of the chat that runs, or cancels the one that waits; does nothing if there is none. */
export const endTurn = async (client: ChatClient, approvals: ApprovalService, owner: ChatOwner): Promise<void> => {
  const run = (await openRun(approvals, owner))?.id ?? (await liveTurn(client, owner))?.runId;
  if (run !== undefined) await client.abort(run, asRequester(owner.by));
};

/** Returns the person without the rights of an administrator, so that the person acts on own turns only. */
export const asRequester = (by: Approver): TurnOperator => ({ id: by.id, tenant: tenantOf(by), administrator: false });

/** A turn that is read part by part. A reader that leaves does not stop it. */
export interface ReadableTurn extends AsyncIterable<StreamPart>, Partial<Pick<StreamResponseSpec, 'outcome'>> {
  readonly runId: string;
}

/** Converts an error to the one that the reader of a turn receives. */
export type ShownError = (error: unknown) => unknown;

/**
 * Returns a live turn as one that is read from its beginning. Its reader receives the error of a turn without an answer,
 * as `shown` converts it.
 */
export const readFromStart = (turn: FollowedTurn, shown: ShownError = (error) => error): ReadableTurn => ({
  runId: turn.runId,
  [Symbol.asyncIterator]: () => {
    const lists = turn.read();
    const parts = partsIn(lists, turn, shown);
    return {
      next: () => parts.next(),
      // A generator that waits for its next part would not notice that its reader leaves.
      return: () => {
        void lists.return?.();
        return parts.return();
      },
    };
  },
});

async function* partsIn(
  lists: PartLists,
  turn: FollowedTurn,
  shown: ShownError,
): AsyncGenerator<StreamPart, void, void> {
  for await (const parts of lists) {
    for (const part of parts) {
      if (part.type === 'error') throw await shown(await failureOf(turn, part));
      yield part;
    }
  }
}

// Only the process that runs the turn knows more than its last part states.
const failureOf = async (turn: FollowedTurn, { kind, message }: ErrorPart): Promise<unknown> => {
  try {
    if (turn instanceof LiveTurn) await turn.outcome();
  } catch (error) {
    // The process that runs a live turn logs its failure, but a turn that was refused only as a warning.
    if (kind === 'failed' && error instanceof ChatTurnException) markLogged(causeOf(error));
    return error;
  }
  if (kind === 'lost') return LiveTurnException.lost(turn.runId);
  return kind === 'aborted' ? new DOMException(message, 'AbortError') : new Error(message);
};

const tenantOf = ({ tenant }: Approver): string => (typeof tenant === 'string' ? tenant : DEFAULT_TENANT);
