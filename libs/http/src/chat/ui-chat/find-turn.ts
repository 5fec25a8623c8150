import type { ApprovalService } from 'toolgate/approval';
import type { ChatClient } from 'toolgate/chat';
import type { StreamPart } from 'toolgate/model';
import { type ChatOwner, openRun } from '../shared/chat-owner.js';
import { liveTurn, type ReadableTurn, readFromStart } from '../shared/live-chat.js';
import { savedParts, savedPartsOfOwn } from '../shared/saved-parts.js';

/** The header in which a client names the message that it shows and reads again. */
export const SHOWN_MESSAGE = 'x-chat-message';

/** A turn to follow. Its stream may begin in the middle of it. */
export interface FoundTurn {
  readonly turn: ReadableTurn;
  /**
   * Returns the parts of the turn so far, some of which its stream may repeat. It is called after the first part of the
   * stream, because the turn may continue before that. Absent if the stream begins with the turn.
   */
  readonly saved?: () => Promise<readonly StreamPart[]>;
  /** The round of the calls that the client has decided, and up to which it shows the turn. */
  readonly shownRound?: number;
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
    return { turn: client.resume(open.id).stream(), saved: () => savedParts(open.id, approvals, owner) };
  }
  const live = await liveTurn(client, owner);
  if (live) return { turn: readFromStart(live) };
  if (typeof shown !== 'string') return undefined;
  const saved = await savedPartsOfOwn(shown, approvals, owner);
  return saved && { turn: client.resume(shown).stream(), saved: async () => saved };
};
