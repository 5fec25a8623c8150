import { type ApprovalService, RunContentRemovedException, RunNotFoundException } from 'toolgate/approval';
import type { ChatClient } from 'toolgate/chat';
import type { StreamPart } from 'toolgate/model';
import { type ChatOwner, openRun, ownRun } from '../shared/chat-owner.js';
import { lastTurn } from '../shared/last-turn.js';
import { liveTurn, type ReadableTurn, readFromStart } from '../shared/live-chat.js';
import { partsOfTranscript } from '../shared/parts-of-transcript.js';

/** The header in which a client names the message that it shows and reads again. */
export const SHOWN_MESSAGE = 'x-chat-message';

/** A turn to follow, and its parts so far, some of which its stream may repeat. */
export interface FoundTurn {
  readonly turn: ReadableTurn;
  readonly saved: readonly StreamPart[];
}

/** The chat of a client, and the value of its header `SHOWN_MESSAGE`. */
export interface ReadingClient {
  readonly owner: ChatOwner;
  readonly shown: unknown;
}

/**
 * Returns the turn of a chat that waits, is resumed or runs. Without one, returns the turn whose message the client
 * shows, if the turn has waited and has ended meanwhile.
 */
export const findTurn = async (
  approvals: ApprovalService,
  client: ChatClient,
  { owner, shown }: ReadingClient,
): Promise<FoundTurn | undefined> => {
  const saved = async (runId: string): Promise<FoundTurn> => {
    const messages = await approvals.runs.messages(runId, owner.by);
    return { turn: client.resume(runId).stream(), saved: partsOfTranscript(lastTurn(messages)) };
  };
  const open = await openRun(approvals, owner);
  if (open) return saved(open.id);
  const live = await liveTurn(client, owner);
  if (live) return { turn: readFromStart(live), saved: [] };
  if (typeof shown !== 'string') return undefined;
  try {
    const { id } = await ownRun(shown, approvals, owner);
    return await saved(id);
  } catch (error) {
    if (error instanceof RunNotFoundException || error instanceof RunContentRemovedException) return undefined;
    throw error;
  }
};
