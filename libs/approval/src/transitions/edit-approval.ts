import { type JsonObject, toJson } from 'toolgate/model';
import type { BatchCall } from 'toolgate/tool';
import type { StoredApproval, StoredEdit } from '../records/stored-approval.js';
import { hashOf } from '../records/canonical-json.js';
import type { Approver } from '../records/requester.js';
import { approvalTerms } from './approval-terms.js';
import { type Draft, setSlot, tell } from './draft.js';

/** Arguments that a person changed, after they were validated and the strategy was asked about them. */
export interface CheckedEdit {
  /** The revision that was changed. */
  readonly revision: number;
  readonly input: JsonObject;
  readonly argsHash: string;
  /** What the strategy asks about the changed arguments; absent if the present requirement remains. */
  readonly question?: BatchCall['question'];
  /** How long a question waits that states no time, in milliseconds. */
  readonly expiresInMs: number;
}

/** Returns the next revision of an approval, without votes. A question about it replaces the one before; the earlier expiry remains. */
export const editApproval = (
  draft: Draft,
  approval: StoredApproval,
  edit: CheckedEdit,
  by: Approver,
): StoredApproval => {
  const { input, argsHash } = edit;
  const asked = askedNow(draft, approval, edit);
  const isReplaced = hashOf(asked.requirement) !== hashOf(approval.requirement);
  const made: StoredEdit = {
    editor: by.id,
    at: draft.now,
    before: approval.arguments,
    ...(isReplaced && { requirement: approval.requirement }),
  };
  const data = { argsHash, ...(isReplaced && { requirement: toJson(asked.requirement) }) };
  tell(draft, 'EDITED', { approval: approval.id, by: by.id, data });
  setSlot(draft, approval.index, { input, argsHash });
  return {
    ...asked,
    arguments: input,
    argsHash,
    revision: approval.revision + 1,
    votes: [],
    edits: [...approval.edits, made],
  };
};

const askedNow = ({ now }: Draft, approval: StoredApproval, { question, expiresInMs }: CheckedEdit): StoredApproval => {
  if (!question) return approval;
  const { reason: _, metadata: __, trace: ___, ...rest } = approval;
  const terms = approvalTerms(question, { now, expiresInMs });
  return { ...rest, ...terms, expiresAt: Math.min(approval.expiresAt, terms.expiresAt) };
};
