import type { ApprovalService } from 'toolgate/approval';
import type { ChatClient } from 'toolgate/chat';
import type { StreamPart } from 'toolgate/model';
import { type ChatOwner, openRun } from '../shared/chat-owner.js';
import { liveTurn, type ReadableTurn, readFromStart } from '../shared/live-chat.js';
import { savedParts, savedPartsOfOwn } from '../shared/saved-parts.js';

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
  const open = await openRun(approvals, owner);
  if (open) {
    const saved = await savedParts(open.id, approvals, owner);
    return { turn: client.resume(open.id).stream(), saved };
  }
  const live = await liveTurn(client, owner);
  if (live) return { turn: readFromStart(live), saved: [] };
  if (typeof shown !== 'string') return undefined;
  const saved = await savedPartsOfOwn(shown, approvals, owner);
  return saved && { turn: client.resume(shown).stream(), saved };
};
