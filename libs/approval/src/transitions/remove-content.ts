import type { StoredApproval } from '../records/stored-approval.js';
import type { StoredRun, StoredSlot } from '../records/stored-run.js';
import { type Draft, addEvent, setApproval, setRun, stateOf } from './draft.js';
import { endedAt, isOver } from './ended-at.js';
import { RunConflictException } from '../errors/approval.errors.js';
import type { ApprovalTraceEntry } from '../strategy/tool-approval-decision.js';

/** Removes the content of a run that ended some time ago. Returns whether it did. */
export const removeOldContent = (draft: Draft, endedForMs: number): boolean => {
  const { run, now } = draft;
  const ended = endedAt(stateOf(draft));
  // An earlier version of the package did not store when a run ended.
  if (run.endedAt === undefined && isOver(run)) setRun(draft, ended === undefined ? {} : { endedAt: ended });
  if (ended === undefined || ended + endedForMs > now || run.contentRemovedAt !== undefined) return false;
  removeContent(draft);
  return true;
};

/**
 * Removes the messages of a run, and the arguments, answers and results of its calls. The remaining records state who
 * decided what and when, and contain the hashes of the removed content.
 */
export const removeContent = (draft: Draft, by?: string): void => {
  const { run, approvals, now } = draft;
  draft.checkpoint = null;
  setRun(draft, { contentRemovedAt: now, slots: run.slots.map(withoutContent) });
  for (const approval of approvals.values()) setApproval(draft, approval, emptied(approval, now));
  addEvent(draft, 'CONTENT_REMOVED', by === undefined ? {} : { by });
};

const withoutContent = (slot: StoredSlot): StoredSlot => {
  const { input: _, answer: __, result: ___, ...rest } = slot;
  return rest;
};

const emptied = (approval: StoredApproval, now: number): Partial<StoredApproval> => {
  const { edits, requirement, trace } = approval;
  return {
    arguments: {},
    edits: edits.map((edit) => ({ ...edit, before: {}, ...(edit.requirement && withoutMessage(edit.requirement)) })),
    ...withoutMessage(requirement),
    trace: trace?.map(withoutQuotes),
    metadata: undefined,
    question: undefined,
    answer: undefined,
    response: undefined,
    contentRemovedAt: now,
  };
};

const withoutMessage = (requirement: StoredApproval['requirement']): Pick<StoredApproval, 'requirement'> => ({
  requirement: { ...requirement, message: undefined },
});

// The reason of a strategy that asked is its message, unless it states one; an error may quote the arguments.
const withoutQuotes = ({ reason, ...entry }: ApprovalTraceEntry): ApprovalTraceEntry => {
  const quotes = entry.decision === 'ask' || entry.decision === 'error';
  return quotes || reason === undefined ? entry : { ...entry, reason };
};

/** Removes the content of an ended run now. Throws `RunConflictException` for a run that has not ended. */
export const forgetRun = (draft: Draft, by: string): void => {
  assertOver(draft.run);
  if (draft.run.contentRemovedAt === undefined) removeContent(draft, by);
};

/** Throws `RunConflictException` for a run that has not ended. */
export const assertOver = (run: StoredRun): void => {
  if (isOver(run)) return;
  throw new RunConflictException(run.id, 'has not ended. Cancel it first, or wait until it has ended');
};
