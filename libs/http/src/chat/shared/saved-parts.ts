import { type ApprovalService, RunContentRemovedException, RunNotFoundException } from 'toolgate/approval';
import type { Message, StreamPart } from 'toolgate/model';
import { type ChatOwner, ownRun } from './chat-owner.js';
import { partsOfTranscript } from './parts-of-transcript.js';

/** Returns the saved parts of a turn. */
export const savedParts = async (
  runId: string,
  approvals: ApprovalService,
  { by }: Pick<ChatOwner, 'by'>,
): Promise<readonly StreamPart[]> => partsOfTranscript(lastTurn(await approvals.runs.messages(runId, by)));

/** Returns the saved parts of a turn that a client names; undefined if the turn never waited, or is not of the chat. */
export const savedPartsOfOwn = async (
  runId: string,
  approvals: ApprovalService,
  owner: ChatOwner,
): Promise<readonly StreamPart[] | undefined> => {
  try {
    await ownRun(runId, approvals, owner);
    return await savedParts(runId, approvals, owner);
  } catch (error) {
    if (error instanceof RunNotFoundException || error instanceof RunContentRemovedException) return undefined;
    throw error;
  }
};

/** Returns the messages of the last turn of a conversation: from the last message of the user on. */
const lastTurn = (messages: readonly Message[]): readonly Message[] =>
  messages.slice(
    Math.max(
      0,
      messages.findLastIndex(({ role }) => role === 'user'),
    ),
  );
