import { MOST_DECISIONS } from '../approval.constants.js';
import { ApprovalDecisionException } from '../errors/approval.errors.js';
import type { StoredApproval } from '../records/stored-approval.js';

const NOTES = 50;
const NOTE_BYTES = 64 * 1024;
const EDIT_BYTES = 1024 * 1024;

/**
 * Throws `ApprovalDecisionException` if a decision would make a record grow over its limits. A decision that changes
 * the status is always saved.
 */
export const assertRoom = (before: StoredApproval, after: StoredApproval): void => {
  if (after.status !== before.status) return;
  const full = whatIsFull(before, after);
  if (full) throw new ApprovalDecisionException('too-many-decisions', before.id, before, full);
};

const whatIsFull = (before: StoredApproval, { commands, notes, edits }: StoredApproval): string | undefined => {
  if (commands.length > MOST_DECISIONS)
    return `At most ${MOST_DECISIONS} decisions are saved. Reject it, or cancel it.`;
  const hasNote = notes.length > before.notes.length;
  if (hasNote && (notes.length > NOTES || bytesOf(notes.map(({ text }) => text)) > NOTE_BYTES)) {
    return `At most ${NOTES} notes and ${NOTE_BYTES} bytes of them are saved. It is already decided: cancel its run to stop it.`;
  }
  const hasEdit = edits.length > before.edits.length;
  if (hasEdit && bytesOf(before.edits.map((edit) => JSON.stringify(edit.before))) >= EDIT_BYTES) {
    return `No more than ${EDIT_BYTES} bytes of earlier arguments are saved. Decide on the current arguments.`;
  }
  return undefined;
};

const bytesOf = (texts: readonly string[]): number => texts.reduce((bytes, text) => bytes + Buffer.byteLength(text), 0);
