import { type JsonObject, toJson } from 'toolgate/model';
import type { BatchCall } from 'toolgate/tool';
import type { StoredApproval, StoredEdit } from '../records/stored-approval.js';
import { hashOf } from '../records/canonical-json.js';
import type { Approver } from '../requester/requester.js';
import { approvalTerms } from './approval-terms.js';
import { type Draft, setSlot, addEvent } from './draft.js';

/** Edited arguments that were validated, and that the strategy did not reject. */
export interface CheckedEdit {
  /** The revision that was edited. */
  readonly revision: number;
  readonly input: JsonObject;
  readonly argsHash: string;
  /** The question of the strategy about the edited arguments; absent if the present requirement remains. */
  readonly question?: BatchCall['question'];
  /** How long an approval waits if its requirement sets no `expiresInMs`, in milliseconds. */
  readonly expiresInMs: number;
}

/** Returns why the arguments of an approval cannot be edited; undefined if they can. */
export const editProblem = ({ requirement, question }: StoredApproval): string | undefined => {
  if (question) return 'The requester answers a question about these arguments. Reject the call instead of editing it.';
  if (requirement.allowEdit) return undefined;
  return 'Its requirement does not allow edits. Approve or reject the arguments as they are.';
};

/**
 * Returns the next revision of an approval, without votes. A new question replaces the requirement; the earlier of the
 * two expiries applies.
 */
export const editApproval = (
  draft: Draft,
  approval: StoredApproval,
  edit: CheckedEdit,
  by: Approver,
): StoredApproval => {
  const { input, argsHash } = edit;
  const asked = askedNow(draft, approval, edit);
  const isReplaced = hashOf(asked.requirement) !== hashOf(approval.requirement);
  const saved: StoredEdit = {
    editor: by.id,
    at: draft.now,
    before: approval.arguments,
    ...(isReplaced && { requirement: approval.requirement }),
  };
  // The message is left out: it may contain values of the arguments, and events remain after the content is removed.
  const { message: _, ...requirement } = asked.requirement;
  const data = { argsHash, ...(isReplaced && { requirement: toJson(requirement) }) };
  addEvent(draft, 'EDITED', { approval: approval.id, by: by.id, data });
  setSlot(draft, approval.index, { input, argsHash });
  return {
    ...asked,
    arguments: input,
    argsHash,
    revision: approval.revision + 1,
    votes: [],
    edits: [...approval.edits, saved],
  };
};

const askedNow = ({ now }: Draft, approval: StoredApproval, { question, expiresInMs }: CheckedEdit): StoredApproval => {
  if (!question) return approval;
  const { reason: _, metadata: __, trace: ___, ...rest } = approval;
  const terms = approvalTerms(question, { now, expiresInMs });
  return { ...rest, ...terms, expiresAt: Math.min(approval.expiresAt, terms.expiresAt) };
};
